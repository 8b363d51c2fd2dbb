/** The expressions of the stickers. All of them bite the lip. */

/** `left` and `right` as looked at. */
export type SidePair = { left: number; right: number };
export type Expression = {
  /** How far each brow rises; 1 is as far as brows go, below 0 they come down. */
  brows: SidePair;
  /** How far the inner ends rise beyond that: 1 pleads, below 0 they frown. */
  inner: number;
  /** How far each eye is closed: 1 is shut, below 0 it is opened wide. */
  lids: SidePair;
  /** How far the eyes glance to the side: -1 far to the left, 1 far to the right. */
  glance: number;
  /** How far each corner of the mouth is drawn up; 1 is a broad smile. */
  corners: SidePair;
  /** How wide the mouth is drawn: 1 is a grin, below 0 it pouts. */
  width: number;
  /** The teeth: how far beside the middle (-1..1) they bite, and how many are seen. */
  bite: { offset: number; teeth: 2 | 4 };
  /** Degrees clockwise that the head leans more. */
  tilt: number;
};

/** In the order of the sheet: the first few are the most different. */
export const expressions: readonly Expression[] = [
  // Flirts: a brow up, a glance from the side of the eyes, the lip bitten at one side.
  {
    brows: { left: 0.75, right: 0.05 },
    inner: 0,
    lids: { left: 0, right: 0.12 },
    glance: 0.7,
    corners: { left: 0.05, right: 0.7 },
    width: -0.1,
    bite: { offset: -0.5, teeth: 4 },
    tilt: 6,
  },
  // Winks and grins.
  {
    brows: { left: -0.2, right: 0.7 },
    inner: 0,
    lids: { left: 1, right: 0 },
    glance: 0,
    corners: { left: 1, right: 0.5 },
    width: 0.25,
    bite: { offset: 0.2, teeth: 4 },
    tilt: 12,
  },
  // Startled: eyes wide, brows high, the mouth small.
  {
    brows: { left: 1, right: 1 },
    inner: 0.3,
    lids: { left: -1, right: -1 },
    glance: 0,
    corners: { left: -0.2, right: -0.2 },
    width: -0.75,
    bite: { offset: 0, teeth: 2 },
    tilt: -4,
  },
  // Savours: both eyes shut.
  {
    brows: { left: 0.45, right: 0.45 },
    inner: 0.35,
    lids: { left: 1, right: 1 },
    glance: 0,
    corners: { left: 0.85, right: 0.85 },
    width: 0.1,
    bite: { offset: 0, teeth: 4 },
    tilt: -12,
  },
  // Is cross.
  {
    brows: { left: -0.45, right: -0.45 },
    inner: -0.75,
    lids: { left: 0.22, right: 0.22 },
    glance: 0,
    corners: { left: -0.3, right: -0.3 },
    width: -0.2,
    bite: { offset: 0, teeth: 4 },
    tilt: 3,
  },
  // Dreams: lids half down, the lip bitten at the other side.
  {
    brows: { left: 0.35, right: 0.35 },
    inner: 0.1,
    lids: { left: 0.55, right: 0.55 },
    glance: -0.4,
    corners: { left: 0.6, right: 0 },
    width: -0.3,
    bite: { offset: 0.6, teeth: 2 },
    tilt: -9,
  },
  // Pleads.
  {
    brows: { left: -0.1, right: -0.1 },
    inner: 0.85,
    lids: { left: -0.45, right: -0.45 },
    glance: 0,
    corners: { left: -0.35, right: -0.35 },
    width: -0.45,
    bite: { offset: 0, teeth: 2 },
    tilt: 9,
  },
  // Winks with the other eye and smirks.
  {
    brows: { left: 1, right: -0.3 },
    inner: 0,
    lids: { left: -0.2, right: 1 },
    glance: 0,
    corners: { left: -0.1, right: 1 },
    width: 0,
    bite: { offset: -0.6, teeth: 2 },
    tilt: -14,
  },
  // Has an idea: eyes wide and aside, a grin.
  {
    brows: { left: 0.85, right: 0.85 },
    inner: -0.2,
    lids: { left: -0.35, right: -0.35 },
    glance: -1,
    corners: { left: 0.95, right: 0.95 },
    width: 0.5,
    bite: { offset: 0, teeth: 4 },
    tilt: 0,
  },
];
