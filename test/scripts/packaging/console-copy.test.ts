/**
 * Converts Windows programs with a window to console programs, using real programs from a dependency of
 * electron-builder.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asConsoleProgram } from '../../../scripts/packaging/console-copy.ts';
import { projectRoot } from '../../../scripts/setup/paths.ts';

const programs = join(projectRoot, 'node_modules/electron-winstaller/vendor');
const program = (name: string) => readFileSync(join(programs, name));
/** electron-builder's own reader of programs. */
const { NtExecutable } = createRequire(import.meta.url)('pe-library') as {
  NtExecutable: {
    from(bytes: Buffer, how: { ignoreCert: true }): { newHeader: { optionalHeader: { subsystem: number } } };
  };
};
const subsystemOf = (bytes: Buffer) =>
  NtExecutable.from(bytes, { ignoreCert: true }).newHeader.optionalHeader.subsystem;

describe('a console program', () => {
  it.each(['StubExecutable.exe', 'Setup.exe'])('is made from %s, and differs in nothing else', (name) => {
    const [before, made] = [program(name), asConsoleProgram(program(name))];
    expect([subsystemOf(before), subsystemOf(made)]).toEqual([2, 3]);
    const changed = [...before.keys()].filter((at) => before[at] !== made[at]);
    expect([made.length, changed.length]).toEqual([before.length, 1]);
  });

  it('is not made from a program with a console, or from other files', () => {
    expect(() => asConsoleProgram(program('rcedit.exe'))).toThrow('not a program with a window');
    expect(() => asConsoleProgram(Buffer.alloc(512))).toThrow('not a Windows program');
  });
});
