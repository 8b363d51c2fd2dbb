import { describe, expect, it } from 'vitest';
import { readRecords } from '../../../../../main/imaging/metadata/blocks/iptc-records.ts';
import { iptcRecords, iptcSegment } from '../../../../../main/imaging/metadata/blocks/iptc-resource.ts';
import { iptcRecord } from '../../../../helpers/photograph/metadata-parts.ts';

const records = iptcRecord(120, 'Anna!');

/** A Photoshop resource with a name of three letters and padded content. */
const resource = (id: number, content: Buffer) => {
  const head = Buffer.from('8BIM\0\0\x03abc\0\0\0\0', 'latin1');
  head.writeUInt16BE(id, 4);
  head.writeUInt32BE(content.length, 10);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
};

describe('IPTC records', () => {
  it('end at an extended length that is cut short', () => {
    const cut = Buffer.from([0x1c, 2, 120, 0x80, 4, 0]);

    expect(readRecords(Buffer.concat([records, cut])).map(({ data }) => data.toString())).toEqual(['Anna!']);
  });

  it('are found among other resources, such as a preview, which is dropped', () => {
    const block = Buffer.concat([
      Buffer.from('Photoshop 3.0\0', 'latin1'),
      resource(0x040c, Buffer.from('a preview')),
      resource(0x0404, records),
      resource(0x03ed, Buffer.alloc(16)),
    ]);
    expect(iptcRecords(block)?.equals(records)).toBe(true);
  });

  it.each([
    ['bare records', records, true],
    ['no records', Buffer.from('Photoshop 3.0\0', 'latin1'), false],
    ['another thing', Buffer.from('hello'), false],
    ['a block cut short', iptcSegment(records).subarray(0, 20), false],
  ])('%s', (_, block, there) => expect(iptcRecords(block) !== null).toBe(there));
});
