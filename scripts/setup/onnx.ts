/** Reads and writes ONNX files: those messages of the format that the networks of set-up use. */
import protobuf from 'protobufjs';

/** Names and numbers of onnx.proto3; other fields, such as documentation, are dropped. */
const schema = `
syntax = "proto3";
message Attribute {
  string name = 1; float f = 2; int64 i = 3; bytes s = 4; Tensor t = 5;
  repeated float floats = 7; repeated int64 ints = 8; int32 type = 20;
}
message Node {
  repeated string input = 1; repeated string output = 2; string name = 3; string op_type = 4; string domain = 7;
  repeated Attribute attribute = 5;
}
message Tensor {
  repeated int64 dims = 1; int32 data_type = 2; repeated float float_data = 4; repeated int32 int32_data = 5;
  repeated int64 int64_data = 7; string name = 8; bytes raw_data = 9;
}
message Dimension { oneof value { int64 dim_value = 1; string dim_param = 2; } }
message Shape { repeated Dimension dim = 1; }
message TensorType { int32 elem_type = 1; Shape shape = 2; }
message Type { TensorType tensor_type = 1; }
message Value { string name = 1; Type type = 2; }
message Graph {
  repeated Node node = 1; string name = 2; repeated Tensor initializer = 5;
  repeated Value input = 11; repeated Value output = 12; repeated Value value_info = 13;
}
message OperatorSet { string domain = 1; int64 version = 2; }
message Model {
  int64 ir_version = 1; string producer_name = 2; string producer_version = 3; Graph graph = 7;
  repeated OperatorSet opset_import = 8;
}`;

/** An integer as protobufjs reads it; plain numbers can be written. */
export type Int64 = number | { toNumber(): number };

export interface OnnxTensor {
  name: string;
  dims: Int64[];
  /** One of `dataTypes`. */
  dataType: number;
  /** Little-endian; empty if the values are in a typed list. */
  rawData: Uint8Array;
}

export interface OnnxNode {
  input: string[];
  output: string[];
  name: string;
  opType: string;
  attribute: { name: string; i?: Int64; s?: Uint8Array; ints?: Int64[]; type: number }[];
}

export interface OnnxModel {
  irVersion: Int64;
  graph: {
    node: OnnxNode[];
    initializer: OnnxTensor[];
    input: OnnxValue[];
    output: OnnxValue[];
    valueInfo: OnnxValue[];
  };
  opsetImport: { domain: string; version: Int64 }[];
}

export interface OnnxValue {
  name: string;
  type: { tensorType: { elemType: number; shape?: { dim: { dimValue?: Int64; dimParam?: string }[] } } };
}

/** TensorProto.DataType and AttributeProto.AttributeType, as far as they are used. */
export const dataTypes = { float: 1, uint8: 2, int8: 3, int32: 6, int64: 7, float16: 10 } as const;
export const attributeTypes = { int: 2, string: 3, ints: 7 } as const;

const modelType = protobuf.parse(schema).root.lookupType('Model');

/** @throws Error if it is not an ONNX file */
export function readOnnx(bytes: Uint8Array): OnnxModel {
  let model: OnnxModel;
  try {
    model = modelType.decode(bytes) as unknown as OnnxModel;
  } catch (error) {
    throw new Error('This is not an ONNX model: it cannot be parsed.', { cause: error });
  }
  if (!model.graph) throw new Error('This is not an ONNX model: it has no graph.');
  return model;
}

export function writeOnnx(model: OnnxModel): Uint8Array {
  return modelType.encode(model as unknown as protobuf.Message).finish();
}

/** Replaces fixed heights and widths of inputs or outputs by names. */
export function nameSides(values: readonly OnnxValue[]): void {
  for (const { type } of values) {
    const { dim = [] } = type.tensorType.shape ?? {};
    if (dim[2]) dim[2] = { dimParam: 'h' };
    if (dim[3]) dim[3] = { dimParam: 'w' };
  }
}

/** @throws Error if the values are not stored as raw 32-bit floats */
export function floatsOf({ name, dataType, rawData }: OnnxTensor): Float32Array {
  if (dataType !== dataTypes.float || rawData.length === 0)
    throw new Error(`${name} is not written as 32-bit numbers.`);
  return new Float32Array(Uint8Array.from(rawData).buffer);
}
