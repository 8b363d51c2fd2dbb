/**
 * Loads the engine with one rule switched off and cached results of networks. Edits the source of modules while they are loaded
 * (`module.registerHooks`), so it must be imported before the engine.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import type { Edit } from './rules.ts';

const engine = new URL('../../../engine/', import.meta.url);
const files = readdirSync(engine, { recursive: true, encoding: 'utf8' });
const locate = (name: string) => new URL(files.find((file) => `/${file}`.endsWith(`/${name}.ts`)) ?? name, engine);
const remember = new URL('./remembered.ts', import.meta.url).href;

/** Edits that wrap the functions of the runtime. */
const remembering: readonly Edit[] = [
  { file: 'onnx', from: 'export async function runOnnx(', to: entry('runOnnx', 'onnx') },
  { file: 'onnx', from: 'export async function runOnPixels(', to: entry('runOnPixels', 'pixels') },
];

function entry(name: string, kind: string): string {
  return `import { remembered as ${kind} } from '${remember}';\nexport const ${name} = ${kind}.${kind}(ran${name});\nasync function ran${name}(`;
}

/** @throws Error if the file does not have the text */
export function edited(source: string, { file, from, to }: Edit): string {
  if (!source.includes(from)) throw new Error(`${file} has no “${from}” any more.`);
  return source.replace(from, () => to);
}

export const sourceOf = (file: string): string => readFileSync(locate(file), 'utf8');

/** Loads modules of the engine with these edits from now on. */
export function switchOff(edits: readonly Edit[]): void {
  const all = [...remembering, ...edits];
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      const own = all.filter(({ file }) => locate(file).href === url);
      if (own.length === 0) return loaded;
      const source = own.reduce(edited, readFileSync(new URL(url), 'utf8'));
      return { ...loaded, source };
    },
  });
}
