/** Calls an exported function in this process, for `runApart`: `worker.ts MODULE NAME ARGUMENTS` (JSON), and prints its result. */
import { printResult } from './program.ts';

const [module = '', name = '', args = '[]'] = process.argv.slice(2);
const { [name]: work } = (await import(module)) as Record<string, (...args: unknown[]) => Promise<unknown>>;
printResult(await work!(...(JSON.parse(args) as unknown[])));
