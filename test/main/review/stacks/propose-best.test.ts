import { describe, expect, it } from 'vitest';
import { proposeBest, type RatedPhoto } from '../../../../main/review/stacks/propose-best.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';

const shot = (id: number, change: Partial<RatedPhoto> = {}): RatedPhoto => ({
  ...{ id, sharpness: 2, clippedLow: 0, clippedHigh: 0.01, light: 0.5, faces: 1, eyesOpen: 1, eyesShut: 0 },
  ...change,
});

describe('the proposal for a stack', () => {
  it.each<[string, Partial<RatedPhoto>[], number, string]>([
    ['has its eyes open', [{ eyesOpen: 0.1 }, {}, { eyesOpen: 0.02 }], 2, 'Eyes open'],
    [
      'has more eyes open in a group',
      [
        { faces: 4, eyesOpen: 3.9 },
        { faces: 4, eyesOpen: 2.9 },
      ],
      1,
      'More eyes open',
    ],
    ['is the sharper one', [{ sharpness: 1.7 }, { sharpness: 2 }, { sharpness: 1.8 }], 2, 'Sharper'],
    [
      'has its eyes open, and is the sharper of those',
      [{ eyesOpen: 0 }, { sharpness: 1.8 }, {}],
      3,
      'Eyes open, and sharper',
    ],
    ['is not a blur, whatever its eyes do', [{ sharpness: 1.2 }, { eyesOpen: 0.2 }], 2, 'Sharper'],
    ['has open eyes rather than the last bit of sharpness', [{ sharpness: 2.2, eyesOpen: 0 }, {}], 2, 'Eyes open'],
    ['is better exposed', [{ clippedHigh: 0.2 }, {}], 2, 'Better exposed'],
    ['has its face in the light', [{ light: 0.08 }, {}], 2, 'Better exposed'],
    [
      'is sharper than some, better exposed than others',
      [{ sharpness: 1.7 }, { clippedLow: 0.3 }, {}],
      3,
      'Sharper, and better exposed',
    ],
    ['has eyes open, better exposed', [{ eyesOpen: 0 }, { clippedLow: 0.3 }, {}], 3, 'Eyes open, and better exposed'],
    [
      'goes without eyes where nobody looked for them',
      [{ eyesOpen: null, faces: null }, { sharpness: 1.7 }],
      1,
      'Sharper',
    ],
    ['is the sharpest of those left', [{ eyesOpen: 0 }, { sharpness: 1.99 }, {}], 3, 'Eyes open'],
    ['shows the person who turns away in the other', [{ faces: 0, eyesOpen: 0 }, {}], 2, 'Eyes open'],
  ])('%s', (_, stack, id, why) => {
    const proposal = proposeBest(stack.map((each, i) => shot(i + 1, each)));
    expect(proposal?.id).toBe(id);
    expect(messageText(proposal!.why)).toBe(why);
  });

  it.each<[string, Partial<RatedPhoto>[]]>([
    ['all are alike', [{}, { sharpness: 1.97 }, { light: 0.55 }, { eyesOpen: 0.8 }]],
    ['only one was measured', [{}]],
    ['none was', []],
    ['nothing can be told by', [{ sharpness: null }, { sharpness: null }]],
    ['all lose as much of a white background', [{ clippedHigh: 0.7 }, { clippedHigh: 0.71 }]],
  ])('is none if %s', (_, stack) => {
    expect(proposeBest(stack.map((each, i) => shot(i + 1, each)))).toBeNull();
  });

  it('does not depend on the order', () => {
    const stack = [shot(1, { eyesOpen: 0 }), shot(2, { sharpness: 1.5 }), shot(3), shot(4, { clippedLow: 0.2 })];
    expect(proposeBest(stack.toReversed())).toEqual(proposeBest(stack));
  });
});
