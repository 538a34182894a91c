// A widget's model as anywidget passes it: its state, which Python has too.
interface WidgetModel {
  get(name: "focus"): Focus;
  get(name: "frame" | "page" | "title"): string;
  set(name: "focus", focus: Focus): void;
  save_changes(): void;
  send(message: object): void;
  on(event: `change:${"focus" | "page"}`, listener: () => void): void;
  off(event: `change:${"focus" | "page"}`, listener: () => void): void;
}
