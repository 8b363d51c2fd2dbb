import { describe, expect, it } from 'vitest';
import { measureFile } from '../../../scripts/rooms/measure-file.ts';

const patternsIn = (comment: string) =>
  measureFile('a.ts', `/** ${comment} */\nexport const a = 1;\n`).hits.map((hit) => hit.pattern);

describe('comments', () => {
  it('counts words of prose, without code, addresses and directives', () => {
    const text =
      '// biome-ignore lint: generated\n/** Returns the `size of` a file, see https://a.b/c. */\nexport const a = 1; // px\n';
    expect(measureFile('a.ts', text).commentWords).toBe(8);
  });

  it('finds clauses that replace a noun or a condition, with their lines', () => {
    const { hits } = measureFile('a.ts', 'export const a = 1;\n\n// Nobody is told.\nexport const b = 2;\n');
    expect(hits).toMatchObject([
      { pattern: 'speech-verb', line: 3, text: 'told' },
      { pattern: 'nobody', line: 3, text: 'Nobody' },
    ]);
  });

  it('checks the opening of each tag', () => {
    expect(patternsIn('Returns a name.\n * @param path Which file\n * @throws Error if it is missing')).toEqual([
      'opens-clause',
    ]);
    expect(patternsIn('Returns a name.\n * @param path absolute\n * @throws Error if it is missing')).toEqual([]);
  });

  it('reads `//` comments on consecutive lines as one', () => {
    expect(
      measureFile('a.ts', '// The caller waits until\n// the file is complete.\nexport const a = 1;\n').hits,
    ).toEqual([]);
    const apart = measureFile('a.ts', '// The caller waits until\n\n// where it is complete.\nexport const a = 1;\n');
    expect(apart.hits.map(({ line }) => line)).toEqual([3]);
  });

  it('ignores text and code', () => {
    expect(measureFile('a.ts', "export const a = 'What nobody told';\n// Runs `where it is` once.\n").hits).toEqual([]);
  });
});

describe('functions', () => {
  const body = (lineCount: number) => Array.from({ length: lineCount }, (_, line) => `  use(${line});`).join('\n');

  it('reports those of more than 100 lines by name, whatever their form', () => {
    const text = `function whole() {\n${body(99)}\n}\nclass Table {\n  add() {\n${body(99)}\n  }\n}\nconst pump = () => {\n${body(99)}\n};\n`;
    const found = measureFile('a.ts', text).longFunctions;
    expect(found.map(({ name, lineCount }) => [name, lineCount])).toEqual([
      ['whole', 101],
      ['add', 101],
      ['pump', 101],
    ]);
    expect(measureFile('a.ts', `function whole() {\n${body(98)}\n}\n`).longFunctions).toEqual([]);
  });
});

it('lists relative imports and re-exports, including those of types', () => {
  const text =
    "import { a } from './a.ts';\nimport type { B } from '../b.ts';\nexport { c } from './c.ts';\nimport d from 'd';\nconst e = await import('./e.ts');\n";
  expect(measureFile('x.ts', text).imports).toEqual(['./a.ts', '../b.ts', './c.ts', './e.ts']);
});
