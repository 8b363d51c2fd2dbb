import { describe, expect, it } from 'vitest';
import { Ledger, newUpload, type Upload } from './ledger.ts';

const operation = 'portrait-background-removal';

function upload(ledger: Ledger, content: number, change: Partial<Upload> = {}): Upload {
  const serial = ledger.last + 1;
  const entry: Upload = {
    ...newUpload,
    ...{ serial, operation, at: serial * 1000, content, whole: true, charged: true, price: 1, listed: 1 },
    answer: 'taken',
    ...change,
  };
  ledger.uploads.push(entry);
  return entry;
}

describe('the ledger', () => {
  it('finds a second charge that follows no decision', () => {
    const ledger = new Ledger();
    upload(ledger, 7);
    upload(ledger, 8);
    expect(ledger.overcharged([operation], 1)).toEqual([]);
    upload(ledger, 7);
    expect(ledger.overcharged([operation], 1)).toEqual([
      { content: 7, operation, charges: 2, allowed: 1, serials: [1, 3] },
    ]);
    ledger.decided(7);
    expect(ledger.overcharged([operation], 1)).toEqual([]);
  });

  it('counts neither refunds nor free uploads as charges', () => {
    const ledger = new Ledger();
    ledger.refund(upload(ledger, 7));
    upload(ledger, 7, { charged: false });
    upload(ledger, 7);
    expect(ledger.overcharged([operation], 1)).toEqual([]);
  });

  it('finds an upload after an uncertain one without a decision in between', () => {
    const ledger = new Ledger();
    upload(ledger, 7, { unclear: true, charged: false, answer: 'html with 200' });
    ledger.decided(7);
    upload(ledger, 7, { unclear: true });
    expect(ledger.sentUnasked()).toEqual([]);
    upload(ledger, 7);
    expect(ledger.sentUnasked()).toEqual([{ serial: 3, before: 2, answer: 'taken' }]);
  });

  it('allows an upload after an uncertain one under the same valid key', () => {
    const ledger = new Ledger();
    upload(ledger, 7, { unclear: true, charged: false, firstOfKey: 1 });
    upload(ledger, 7, { firstOfKey: 1, unclear: true });
    expect(ledger.sentUnasked()).toEqual([]);
    upload(ledger, 7, { firstOfKey: 3 });
    expect(ledger.sentUnasked()).toEqual([{ serial: 3, before: 2, answer: 'taken' }]);
  });

  it('adds a late refund to the balance on time, and removes the charge at once', () => {
    const ledger = new Ledger();
    ledger.refund(upload(ledger, 7, { price: 3, listed: 2 }), 60_000);
    upload(ledger, 8, { price: 3, listed: 2 });
    expect([ledger.missingAt(59_999), ledger.missingAt(60_000), ledger.listedSpent()]).toEqual([6, 3, 2]);
  });

  it('returns the maximum request rate', () => {
    const ledger = new Ledger();
    for (const at of [0, 100, 200, 5000, 5100, 5150, 5999, 6000]) upload(ledger, 1, { at });
    expect(ledger.busiest(1000)).toBe(4);
    expect(ledger.busiest(1000, ({ at }) => at < 1000)).toBe(3);
  });
});
