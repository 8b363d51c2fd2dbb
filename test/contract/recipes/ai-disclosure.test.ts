import { describe, expect, it } from 'vitest';
import { isStrongerClaim, sourceTypeOf, sourceTypeUri } from '../../../contract/recipes/ai-disclosure.ts';

describe('what a file says of the machine that changed it', () => {
  it('goes by what the recipe does', () => {
    expect(sourceTypeOf([{ operation: 'smart-beauty' }])).toBe('algorithmicallyEnhanced');
    expect(sourceTypeOf([{ operation: 'commodity-background-removal' }, { operation: 'ai-eyebrows' }])).toBe(
      'compositeWithTrainedAlgorithmicMedia',
    );
  });
  it('is never less than what it says already', () => {
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
