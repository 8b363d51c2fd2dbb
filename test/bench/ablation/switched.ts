/**
 * Loads the engine with one of its rules switched off, and its networks' answers remembered. To be imported before anything of the
 * engine is. The product knows nothing of it: the source of a module is edited while it is loaded (`module.registerHooks`).
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import type { Edit } from './rules.ts';

const engine = new URL('../../../engine/', import.meta.url);
const remember = new URL('./remembered.ts', import.meta.url).href;

/** How the runtime's ways in are put behind what is remembered. */
const remembering: readonly Edit[] = [
  { file: 'vision/runtimes/onnx.ts', from: 'export async function runOnnx(', to: entry('runOnnx', 'onnx') },
  { file: 'vision/runtimes/onnx.ts', from: 'export async function runOnPixels(', to: entry('runOnPixels', 'pixels') },
];

function entry(name: string, kind: string): string {
  return `import { remembered as ${kind} } from '${remember}';\nexport const ${name} = ${kind}.${kind}(ran${name});\nasync function ran${name}(`;
}

/** @throws Error when a text that is to be replaced is not in its file */
export function edited(source: string, { file, from, to }: Edit): string {
  if (!source.includes(from)) throw new Error(`${file} has no “${from}” any more.`);
  return source.replace(from, () => to);
}

/** The text of a file of the engine. */
export const sourceOf = (file: string): string => readFileSync(new URL(file, engine), 'utf8');

/** From here on the modules of the engine are loaded with these edits. */
export function switchOff(edits: readonly Edit[]): void {
  const all = [...remembering, ...edits];
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      const own = all.filter(({ file }) => new URL(file, engine).href === url);
      if (own.length === 0) return loaded;
      const source = own.reduce(edited, readFileSync(new URL(url), 'utf8'));
      return { ...loaded, source };
    },
  });
}
