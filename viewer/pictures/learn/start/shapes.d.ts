// What viewer/pictures/learn/start/tour.py sends: the picture of the whole model, and what the tour says of it.

interface TourFacts extends FlightSent {
  tour: {
    model: string;
    sentence: string;
    stops: TourStop[];
    words: string[];
    hidden: number | null; // which of the words
    text: string; // the translation with no word hidden
    taught: boolean; // whether a teacher hears of the guesses
    alone?: boolean; // no server is there: no other word is hidden
  };
}

interface TourStop {
  slug: string;
  title: string;
  idea: string;
  question: string; // empty where the sentence has too few words
  options: string[];
  right: number;
  told: string;
  lines: string[][];
  before: TourLook;
  after: TourLook;
  page: string; // empty where it is not there
  query: Record<string, string>;
  more: string;
  waits: boolean; // its question is not worked out yet: the server does so once it is shown
}

// What the picture shows: a step of its player, or the output token that is written; a source token; a layer.
type TourLook = Partial<Record<"step" | "written" | "token" | "layer" | "hidden", number>>;

interface TourView extends View<TourFacts, string> {
  glass: FlightView;
  card: HTMLElement;
  awaited: Payload<TourFacts, string>;
  at: number; // the stop, counted from 0; after the last comes what was guessed
}
