/** Expressions of the stickers, all biting the lip. Values may be tuned while a test finds them different enough. */
export type SidePair = { left: number; right: number };
export type Expression = {
  /** 1 is fully raised, below 0 lowered. */
  brows: SidePair;
  /** Additional rise of the inner ends: 1 pleads, below 0 frowns. */
  inner: number;
  /** 1 is shut, below 0 wide open. */
  lids: SidePair;
  /** -1 is far left, 1 far right. */
  glance: number;
  /** 1 is a broad smile. */
  corners: SidePair;
  /** 1 is a grin, below 0 a pout. */
  width: number;
  /** `offset` from the middle, -1..1; number of visible teeth. */
  bite: { offset: number; teeth: 2 | 4 };
  /** Degrees clockwise. */
  tilt: number;
};

/** In the order of the sheet: the first differ most. */
export const expressions: readonly Expression[] = [
  // Flirts.
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
  // Startled.
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
  // Savors.
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
  // Cross.
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
  // Dreams.
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
  // Winks and smirks.
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
  // Has an idea.
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
