import { describe, expect, it } from 'vitest';
import { codePageOf } from '../../../../main/intake/products/code-pages.ts';
import { decodeList } from '../../../../main/intake/products/decode-list.ts';

/** Encodes text with the characters that each byte, or pair of bytes, stands for. */
function encode(text: string, label: string): Buffer {
  const decoder = new TextDecoder(label);
  const bytesOf = new Map<string, number[]>();
  const note = (bytes: number[]) => {
    const character = decoder.decode(Uint8Array.from(bytes));
    if (!character.includes('\ufffd') && !bytesOf.has(character)) bytesOf.set(character, bytes);
  };
  for (let byte = 0; byte < 256; byte += 1) note([byte]);
  if (/shift_jis|euc-kr|gb18030|big5/.test(label))
    for (let lead = 0x81; lead < 0xff; lead += 1) for (let trail = 0x40; trail < 0xff; trail += 1) note([lead, trail]);
  return Buffer.from(Array.from(text).flatMap((character) => bytesOf.get(character)!));
}

describe('decodeList', () => {
  it.each([
    ['windows-1252', 'EAN;Produktname\r\n1;Kännchen groß\r\n2;Tasse'],
    ['windows-1252', 'SKU;Nom\n1;T-shirt à rayures\n2;Été – 12 €'],
    ['windows-1252', 'SKU;Name\n1;à la carte\n2;20 cm² ½ ©'],
    ['windows-1250', 'SKU;Nazwa\n1;Biała koszula\n2;Spódnica żółta'],
    ['windows-1250', 'SKU;Název\n1;Košile bílá\n2;Tričko červené, kůň'],
    ['windows-1251', 'SKU;Название\n1;Футболка белая'],
    ['windows-1251', 'SKU;Name\n1;рубашка'],
    ['windows-1251', 'SKU;Name\n1;Сукня біла, їжак'],
    ['windows-1253', 'SKU;Name\n1;Μπλούζα λευκή\n2;Φόρεμα'],
    ['windows-1253', 'SKU;Name\n1;ΜΠΛΟΥΖΑ ΛΕΥΚΗ'],
    ['windows-1254', 'SKU;Ad\n1;Beyaz gömlek şık\n2;Kırmızı ağaç'],
    ['windows-1255', 'SKU;Name\n1;חולצה לבנה'],
    ['windows-1256', 'SKU;Name\n1;قميص أبيض'],
    ['windows-1257', 'SKU;Name\n1;Balti marškiniai, žalia suknelė, ąžuolas'],
    ['windows-874', 'SKU;Name\n1;เสื้อสีขาว'],
    ['macintosh', 'SKU;Name\n1;Kännchen groß'],
    ['shift_jis', '商品コード,商品名\n1,白いシャツ'],
    ['euc-kr', '상품 코드,이름\n1,흰 셔츠'],
    ['gb18030', '货号,名称\n1,白色衬衫'],
    ['big5', '貨號,名稱\n1,白色襯衫'],
  ])('recognizes %s in %j', (label, text) => {
    expect(decodeList(encode(text, label), 'en-US')).toEqual({ text, codePage: label });
  });

  it('uses the code page of the system if several match', () => {
    const bytes = encode('SKU;Name\n1;Tričko', 'windows-1250');
    expect(decodeList(bytes, 'cs-CZ')?.text).toContain('Tričko');
    expect(decodeList(bytes, 'it-IT')?.text).toContain('Trièko');
    expect(decodeList(encode('SKU,Name\n1,白いシャツ', 'shift_jis'), 'ja-JP')?.text).toContain('白いシャツ');
    expect(decodeList(encode('SKU;Name\n1;Kännchen', 'windows-1252'), 'zh-CN')?.text).toContain('Kännchen');
  });

  it('needs no hint for UTF-8 and UTF-16, and rejects other data', () => {
    for (const text of ['SKU\nÄ', '\ufeffSKU\nÄ', ''])
      expect(decodeList(Buffer.from(text), 'de')).toEqual({ text: text.replace('\ufeff', ''), codePage: null });
    expect(decodeList(Buffer.from('SKU\tÄ', 'utf16le'), 'de')).toEqual({ text: 'SKU\tÄ', codePage: null });
    expect(decodeList(Buffer.from([0x50, 0x4b, 3, 4, 0, 0xff, 0xfe]), 'de')).toBeNull();
  });

  it.each([
    ['pl-PL', 'windows-1250'],
    ['zh-TW', 'big5'],
    ['zh-Hans-SG', 'gb18030'],
    ['sr-RS', 'windows-1251'],
    ['en-US-u-va-posix', 'windows-1252'],
    ['C', 'windows-1252'],
  ])('knows the code page of %s', (locale, label) => {
    expect(codePageOf(locale)).toBe(label);
  });
});
