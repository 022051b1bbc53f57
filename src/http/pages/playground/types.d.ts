// The types that the modules share. Only the TypeScript compiler reads this file; browsers do not load it.

export type Cell = { row: number; column: number; index: number };
export type Candidate = Cell & { digit: number };
export type House = { kind: "row" | "column" | "box"; number: number };
export type Conflict = { digit: number; house: House; cells: Cell[] };
export type Verdict = "unique" | "multiple" | "none" | "conflict";

/** What the solver found, and which of the solutions the board shows. */
export type Answer = {
  solutions: string[];
  more: boolean;
  guesses: number;
  elapsed: number;
  milliseconds: number;
  shown: number;
};

/** What undo restores. Never changed, only replaced. Grids are 81 digits and dots; marks are bit masks, bit 0 for 1. */
export type Position = { puzzle: string; digits: string; marks: number[]; answer: Answer | null };

/** What /validate said about a grid. */
export type Judgement = { grid: string; verdict: Verdict | null; complete: boolean; conflicts: Conflict[] };

export type Role = "pattern" | "pivot" | "extra" | "on" | "off" | "place" | "eliminate" | "given-up";
export type Link = { from: Candidate; to: Candidate; kind: "strong" | "weak"; step: number; because: string };
export type View = {
  title: string;
  cells: { cell: Cell; role: Role }[];
  houses: House[];
  candidates: { candidate: Candidate; role: Role }[];
  links: Link[];
};

/** What a panel shows on the board in place of, or on top of, the player's position. */
export type Stage = {
  digits?: string;
  marks?: number[];
  view?: View;
  rings?: number[];
  tinted?: number[];
};

export type Technique = { id: string; name: string; rating?: number };
export type GroupedTechnique = Technique & { group: string };
export type Effect = { place: Candidate[]; eliminate: Candidate[] };
export type Step = Effect & { technique: Technique; text: string };
/** A step of a list, with its drawings: one for each branch of a chain. */
export type ListedStep = Step & { views: View[] };

/** A request to the service, with a path relative to the page. */
export type Request = {
  method: "GET" | "POST";
  path: string;
  query?: Record<string, string>;
  json?: Record<string, unknown>;
  text?: string;
  type?: string;
  /** Whether the page sends it on its own when the board changes. */
  isBackground?: boolean;
};

/** A request and its answer. */
export type Exchange = { request: Request; response: Response; text: string; milliseconds: number };

export type Tone = "plain" | "good" | "several" | "bad";
export type Report = {
  tone?: Tone;
  headline: string;
  body: (Node | string)[];
  actions?: Node[];
  /** Whether the panel has waited for the service for long enough to say so. */
  isBusy?: boolean;
};

/** What a person has chosen, which the browser keeps. */
export type Settings = {
  /** Whether typing moves to the next cell. */
  advances: boolean;
  /** Whether a placed digit is removed from the marks in its houses. */
  tidies: boolean;
};

export type State = {
  position: Position;
  selected: number;
  isPlaying: boolean;
  isNoting: boolean;
  settings: Settings;
  /** The verdicts on the puzzle, and on the digits on the board. */
  judgement: Judgement;
  progress: Judgement;
  /** The player's wrong digits; `null` until a person asks for them. */
  mistakes: number[] | null;
  trouble: import("./api.js").Trouble | null;
  stage: Stage | null;
  panel: string;
  canUndo: boolean;
  canRedo: boolean;
};

/** One tab beside the board. */
export type Panel = {
  report: (state: State) => Report;
  /** The request that the panel sends, or would send. */
  request: (state: State) => Request;
  /** Called when the position changes. */
  moved?: (state: State, isShown: boolean) => void;
  /** Called when the tab is chosen: asks, or draws on the board what the tab shows. */
  enter?: () => void;
};
