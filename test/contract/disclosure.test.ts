import { describe, expect, it } from 'vitest';
import { saysMore, sourceTypeOf, sourceTypeUri } from '../../contract/disclosure.ts';

describe('what a file says of the machine that changed it', () => {
  it('goes by what the recipe does', () => {
    expect(sourceTypeOf([{ operation: 'smart-beauty' }])).toBe('algorithmicallyEnhanced');
    expect(sourceTypeOf([{ operation: 'commodity-background-removal' }, { operation: 'ai-eyebrows' }])).toBe(
      'compositeWithTrainedAlgorithmicMedia',
    );
  });
  it('is never less than what it says already', () => {
    expect(saysMore(sourceTypeUri('trainedAlgorithmicMedia'), 'algorithmicallyEnhanced')).toBe(true);
    expect(saysMore(sourceTypeUri('algorithmicallyEnhanced'), 'compositeWithTrainedAlgorithmicMedia')).toBe(false);
    expect(saysMore('http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture', 'algorithmicallyEnhanced')).toBe(
      false,
    );
    expect(saysMore('', 'algorithmicallyEnhanced')).toBe(false);
  });
});
