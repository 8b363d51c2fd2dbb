/** The structure of a property: fields, lists and items, with positions. */
import { SaxesParser } from 'saxes';
import { attributesOf, namespaces, type Range, type XmpOutline, type XmpProperty } from './parse-xmp.ts';

export interface XmpElement extends Range {
  readonly namespace: string;
  readonly name: string;
  /** Null for an empty element. */
  readonly content: Range | null;
  /** Empty for a field with elements. */
  readonly value: string;
  readonly fields: readonly XmpElement[];
}

interface OpenElement extends Omit<XmpElement, 'to' | 'content' | 'value' | 'fields'> {
  readonly contentFrom: number;
  readonly fields: XmpElement[];
  value: string;
}

/** Returns null for an attribute. */
export function parseElement({ text }: XmpOutline, property: XmpProperty): XmpElement | null {
  if (property.isAttribute) return null;
  const parser = new SaxesParser({ xmlns: true });
  const open: OpenElement[] = [];
  let found: XmpElement | null = null;
  let tagFrom = 0;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentagstart', () => {
    tagFrom = text.lastIndexOf('<', parser.position - 1);
  });
  parser.on('opentag', ({ uri, local, name, attributes }) => {
    if (tagFrom < property.from || tagFrom >= property.to) return;
    const nameEnd = tagFrom + 1 + name.length;
    const fields = attributesOf(text.slice(nameEnd, parser.position), nameEnd).flatMap((each): XmpElement[] => {
      const attribute = attributes[each.name];
      if (attribute === undefined || attribute.prefix === 'xmlns' || attribute.uri === namespaces.rdf) return [];
      const { from, to, content } = each;
      return [
        { from, to, content, namespace: attribute.uri, name: attribute.local, value: attribute.value, fields: [] },
      ];
    });
    open.push({ from: tagFrom, namespace: uri, name: local, contentFrom: parser.position, value: '', fields });
  });
  parser.on('text', (part) => {
    const current = open.at(-1);
    if (current !== undefined) current.value += part;
  });
  parser.on('closetag', ({ isSelfClosing }) => {
    const closed = open.pop();
    if (closed === undefined) return;
    const { from, namespace, name, contentFrom, value, fields } = closed;
    const to = parser.position;
    const content = isSelfClosing ? null : { from: contentFrom, to: text.lastIndexOf('</', to - 1) };
    const element = { from, to, content, namespace, name, value: fields.length > 0 ? '' : value, fields };
    const parent = open.at(-1);
    if (parent === undefined) found = element;
    else parent.fields.push(element);
  });
  parser.write(text).close();
  return found;
}

const isRdf = ({ namespace, name }: XmpElement, ...names: readonly string[]) =>
  namespace === namespaces.rdf && names.includes(name);

/** Returns the fields, which `rdf:Description` may wrap. */
const fieldsOf = ({ fields }: XmpElement): readonly XmpElement[] =>
  fields.flatMap((each) => (isRdf(each, 'Description') ? each.fields : [each]));

export function fieldOf(element: XmpElement, namespace: string, name: string): XmpElement | null {
  return fieldsOf(element).find((each) => each.namespace === namespace && each.name === name) ?? null;
}

export function itemsOf(element: XmpElement): readonly XmpElement[] {
  const lists = element.fields.filter((each) => isRdf(each, 'Bag', 'Seq', 'Alt'));
  return lists.flatMap(({ fields }) => fields.filter((each) => isRdf(each, 'li')));
}
