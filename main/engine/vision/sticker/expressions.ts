// The expressions of the stickers. All of them bite the lip.

/** `left` and `right` as looked at. */
export type Sides = { left: number; right: number };
export type Expression = {
  /** How far each brow rises; 1 is as far as brows go, below 0 they come down. */
  brows: Sides;
  /** How far the inner ends rise beyond that: 1 pleads, below 0 they frown. */
  inner: number;
  /** How far each eye is closed: 1 is shut, below 0 it is opened wide. */
  lids: Sides;
  /** How far each corner of the mouth is drawn up; 1 is a broad smile. */
  corners: Sides;
  /** The teeth: how far beside the middle (-1..1) they bite, and how many are seen. */
  bite: { at: number; teeth: 2 | 4 };
  /** Degrees clockwise that the head leans more. */
  tilt: number;
};

/** In the order of the sheet: the first few are the most different. */
export const expressions: readonly Expression[] = [
  {
    brows: { left: 0.35, right: 0.35 },
    inner: 0.25,
    lids: { left: 0, right: 0 },
    corners: { left: 0.35, right: 0.35 },
    bite: { at: 0, teeth: 4 },
    tilt: 0,
  },
  {
    brows: { left: -0.15, right: 0.55 },
    inner: 0,
    lids: { left: 1, right: 0 },
    corners: { left: 0.8, right: 0.45 },
    bite: { at: 0.15, teeth: 4 },
    tilt: 8,
  },
  {
    brows: { left: 0.65, right: 0.65 },
    inner: 0.5,
    lids: { left: -0.18, right: -0.18 },
    corners: { left: -0.25, right: -0.25 },
    bite: { at: 0, teeth: 2 },
    tilt: -5,
  },
  {
    brows: { left: 0.2, right: 0.2 },
    inner: 0.3,
    lids: { left: 1, right: 1 },
    corners: { left: 0.7, right: 0.7 },
    bite: { at: 0, teeth: 4 },
    tilt: -9,
  },
  {
    brows: { left: 1, right: -0.25 },
    inner: 0,
    lids: { left: -0.06, right: 0.22 },
    corners: { left: 0.1, right: 0.75 },
    bite: { at: -0.6, teeth: 2 },
    tilt: 7,
  },
  {
    brows: { left: 0.1, right: 0.1 },
    inner: 0.1,
    lids: { left: 0.42, right: 0.42 },
    corners: { left: 0.5, right: 0.15 },
    bite: { at: 0.5, teeth: 2 },
    tilt: -7,
  },
  {
    brows: { left: -0.35, right: -0.35 },
    inner: -0.7,
    lids: { left: 0.16, right: 0.16 },
    corners: { left: -0.2, right: -0.2 },
    bite: { at: 0, teeth: 4 },
    tilt: 4,
  },
  {
    brows: { left: 0.55, right: -0.15 },
    inner: 0,
    lids: { left: 0, right: 1 },
    corners: { left: 0.3, right: 0.85 },
    bite: { at: -0.4, teeth: 2 },
    tilt: -10,
  },
  {
    brows: { left: 1, right: 1 },
    inner: 0,
    lids: { left: -0.2, right: -0.2 },
    corners: { left: 0.75, right: 0.75 },
    bite: { at: 0, teeth: 4 },
    tilt: 10,
  },
];
