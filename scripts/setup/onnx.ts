/** Reads and writes ONNX files: the part of its messages that networks of set-up use. */
import protobuf from 'protobufjs';

/** Names and numbers of the fields are those of ONNX's own onnx.proto3; fields that are not named here, such as notes for people, are left out. */
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

/** A whole number as protobufjs reads it; numbers are written as they are. */
export type Int64 = number | { toNumber(): number };

export interface OnnxTensor {
  name: string;
  dims: Int64[];
  /** One of `dataTypes`. */
  dataType: number;
  /** Little-endian; empty where the values stand in a list of their own. */
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

/** TensorProto.DataType and AttributeProto.AttributeType, as far as they are written here. */
export const dataTypes = { float: 1, uint8: 2, int8: 3, int32: 6, int64: 7, float16: 10 } as const;
export const attributeTypes = { int: 2, string: 3, ints: 7 } as const;

const modelType = protobuf.parse(schema).root.lookupType('Model');

/** @throws Error when it is no ONNX file */
export function readOnnx(bytes: Uint8Array): OnnxModel {
  let model: OnnxModel;
  try {
    model = modelType.decode(bytes) as unknown as OnnxModel;
  } catch (error) {
    throw new Error('This is no ONNX model: it cannot be read.', { cause: error });
  }
  if (!model.graph) throw new Error('This is no ONNX model: it has no graph.');
  return model;
}

export function writeOnnx(model: OnnxModel): Uint8Array {
  return modelType.encode(model as unknown as protobuf.Message).finish();
}

/** Names the heights and widths of inputs or outputs instead of fixing them. */
export function nameSides(values: readonly OnnxValue[]): void {
  for (const { type } of values) {
    const { dim = [] } = type.tensorType.shape ?? {};
    if (dim[2]) dim[2] = { dimParam: 'h' };
    if (dim[3]) dim[3] = { dimParam: 'w' };
  }
}

/** @throws Error when the values are not stored as raw 32-bit numbers */
export function floatsOf({ name, dataType, rawData }: OnnxTensor): Float32Array {
  if (dataType !== dataTypes.float || rawData.length === 0)
    throw new Error(`${name} is not written as 32-bit numbers.`);
  return new Float32Array(Uint8Array.from(rawData).buffer);
}
