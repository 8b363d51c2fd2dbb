/** Figures of the gauge next to a peer's: all of them in a minute (`gauge`), or some until they are reliable (`figuresOf`). */

import { figuresOf, takeFigures } from './gauge/figures.ts';
import { printResult } from './shared/program.ts';

const name = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? 'gauge';
const isShort = name === 'gauge' || (name === 'studio' && process.argv.includes('--quick'));
const isMany = name === 'studio' && process.argv.includes('--many');
printResult(await takeFigures(isMany ? ['stations'] : (figuresOf[name] ?? []), isShort));
