import { describe, expect, it } from 'vitest';
import { isStrongerClaim, sourceTypeOf, sourceTypeUri } from '../../../contract/recipes/ai-disclosure.ts';

describe('the AI disclosure of a file', () => {
  it('depends on the operations of the recipe', () => {
    expect(sourceTypeOf([{ operation: 'smart-beauty' }])).toBe('algorithmicallyEnhanced');
    expect(sourceTypeOf([{ operation: 'commodity-background-removal' }, { operation: 'ai-eyebrows' }])).toBe(
      'compositeWithTrainedAlgorithmicMedia',
    );
  });
  it('never weakens an existing disclosure', () => {
    expect(isStrongerClaim(sourceTypeUri('trainedAlgorithmicMedia'), 'algorithmicallyEnhanced')).toBe(true);
    expect(isStrongerClaim(sourceTypeUri('algorithmicallyEnhanced'), 'compositeWithTrainedAlgorithmicMedia')).toBe(
      false,
    );
    expect(
      isStrongerClaim('http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture', 'algorithmicallyEnhanced'),
    ).toBe(false);
    expect(isStrongerClaim('', 'algorithmicallyEnhanced')).toBe(false);
  });
});
