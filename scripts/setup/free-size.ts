/** Frees the size of a network's input: a file that says 320 x 320 then takes any size its layers allow. */

/** Fields of ONNX's messages, by the numbers of onnx.proto (ModelProto, GraphProto, ValueInfoProto, TypeProto, TensorShapeProto). */
const modelGraph = 7;
const graphInput = 11;
const graphOutput = 12;
const graphValueInfo = 13;
const valueInfoType = 2;
const typeTensor = 1;
const tensorShape = 2;
const shapeDimension = 1;
const dimensionValue = 1;
const dimensionName = 2;

/** A field that GraphProto does not have: readers skip it. */
const unused = 9;
const lengthDelimited = 2;

/** Where a field's content stands: [start, end), its tag at `tag`. */
interface Field {
  readonly number: number;
  readonly wire: number;
  readonly tag: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Names the heights and widths of a model's inputs and outputs instead of fixing them, byte for byte in its place, so that
 * nothing is copied; sizes noted for values in between are hidden, since they hold for one size only. Only for networks
 * whose layers take their sizes from their input (as U²-Net's: its Resize nodes ask Shape nodes).
 * @param model an ONNX file; changed
 * @throws Error when it is no ONNX file, or a dimension is written in a way that cannot be renamed in its place
 */
export function freeSize(model: Uint8Array): void {
  const graph = fieldsOf(model, 0, model.length).find(({ number }) => number === modelGraph);
  if (!graph) throw new Error('This is no ONNX model: it has no graph.');
  for (const field of fieldsOf(model, graph.start, graph.end)) {
    if (field.number === graphValueInfo) {
      // Tags below 16 take one byte, so one field number can stand in another's place.
      model[field.tag] = (unused << 3) | lengthDelimited;
    } else if (field.number === graphInput || field.number === graphOutput) {
      const [shape] = [valueInfoType, typeTensor, tensorShape].reduce<Field[]>(
        (inside, wanted) =>
          inside.flatMap(({ start, end }) => fieldsOf(model, start, end)).filter(({ number }) => number === wanted),
        [field],
      );
      const sides = shape
        ? fieldsOf(model, shape.start, shape.end).filter(({ number }) => number === shapeDimension)
        : [];
      if (sides[2]) nameDimension(model, sides[2], 'h');
      if (sides[3]) nameDimension(model, sides[3], 'w');
    }
  }
}

/** `dim_value: 320` takes three bytes, as `dim_param: "h"` does. */
function nameDimension(model: Uint8Array, { start, end }: Field, name: string): void {
  const [inside] = fieldsOf(model, start, end);
  if (inside?.number === dimensionName) return;
  if (inside?.number !== dimensionValue || end - start !== 3)
    throw new Error('A dimension cannot be renamed in its place.');
  model.set([(dimensionName << 3) | lengthDelimited, 1, name.charCodeAt(0)], start);
}

/** The fields of one message, in their order. */
function fieldsOf(bytes: Uint8Array, from: number, to: number): Field[] {
  const fields: Field[] = [];
  let at = from;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; at < to; scale *= 128) {
      const byte = bytes[at++]!;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    throw new Error('This is no ONNX model: it ends within a field.');
  };
  while (at < to) {
    const tag = at;
    const key = varint();
    const wire = key & 7;
    let length = 0;
    if (wire === 0) {
      const start = at;
      varint();
      fields.push({ number: key >>> 3, wire, tag, start, end: at });
      continue;
    }
    if (wire === lengthDelimited) length = varint();
    else if (wire === 1) length = 8;
    else if (wire === 5) length = 4;
    else throw new Error('This is no ONNX model: it has fields of an unknown kind.');
    if (at + length > to) throw new Error('This is no ONNX model: it ends within a field.');
    fields.push({ number: key >>> 3, wire, tag, start: at, end: at + length });
    at += length;
  }
  return fields;
}
