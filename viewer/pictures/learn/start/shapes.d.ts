// What viewer/pictures/learn/start/tour.py sends: the picture of the whole model, and what the tour says of it.

interface TourFacts extends FlightSent {
  tour: {
    model: string;
    sentence: string;
    stops: Stop[];
    words: string[];
    hidden: number | null; // which of the words
    text: string; // the translation with no word hidden
    taught: boolean; // whether a teacher hears of the guesses
    alone?: boolean; // no server is there: no other word is hidden
  };
}

interface TourView extends View<TourFacts, string> {
  glass: FlightView;
  card: HTMLElement;
  cutting: HTMLElement; // the words and their pieces
  at: number; // the stop, counted from 0; after the last comes what was guessed
}
