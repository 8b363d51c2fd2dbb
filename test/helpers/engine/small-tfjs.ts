/** A small graph model of TensorFlow.js. */

const base64 = (text: string) => Buffer.from(text).toString('base64');
const listed = (...i: string[]) => ({ list: { i } });

/** Returns the model's JSON with one convolution and its fused operations. */
export function smallTfjs(fused: readonly string[] = ['BiasAdd', 'Relu']): string {
  const attr = {
    ...{ strides: listed('1', '2', '2', '1'), dilations: listed('1', '1', '1', '1'), padding: { s: base64('SAME') } },
    fused_ops: { list: { s: fused.map(base64) } },
  };
  return JSON.stringify({
    format: 'graph-model',
    modelTopology: {
      node: [
        { name: 'filter', op: 'Const' },
        { name: 'said', op: 'Identity', input: ['conv'] },
        { name: 'conv', op: '_FusedConv2D', input: ['picture', 'filter', 'bias'], attr },
        {
          ...{ name: 'picture', op: 'Placeholder' },
          attr: {
            dtype: { type: 'DT_FLOAT' },
            shape: { shape: { dim: [{ size: '-1' }, { size: '4' }, { size: '4' }, { size: '1' }] } },
          },
        },
        { name: 'bias', op: 'Const' },
      ],
    },
    weightsManifest: [
      {
        weights: [
          {
            name: 'filter',
            shape: [1, 2, 1, 3],
            dtype: 'float32',
            quantization: { dtype: 'float16', original_dtype: 'float32' },
          },
          { name: 'bias', shape: [3], dtype: 'float32' },
        ],
      },
    ],
  });
}
/** The weights of the model. */
export const smallTfjsWeights = (): Buffer =>
  Buffer.concat([
    Buffer.from(Float16Array.of(1, 2, 3, 4, 5, 6).buffer),
    Buffer.from(Float32Array.of(0.1, 0.2, 0.3).buffer),
  ]);
