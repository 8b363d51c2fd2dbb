import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { projectRoot } from '../../scripts/setup/paths.ts';

const display = join(projectRoot, 'scripts/display.ts');
const hasXvfb = spawnSync('Xvfb', ['-help']).error === undefined;

describe.runIf(hasXvfb)('a display of its own', () => {
  it('exists for the program, returns its exit code, and ends afterwards', () => {
    // Other displays come and go in the shared temporary folder.
    const temporary = mkdtempSync(join(tmpdir(), 'burnish-test-'));
    onTestFinished(() => rmSync(temporary, { recursive: true, force: true }));
    const { DISPLAY: _, ...others } = process.env;
    const env = { ...others, TMPDIR: temporary };
    const program = 'console.log(process.env.DISPLAY, process.env.XAUTHORITY); process.exitCode = 5;';
    const { status, stdout } = spawnSync(process.execPath, [display, process.execPath, '-e', program], { env });
    expect(stdout.toString()).toMatch(/^:\d+ .+authority\n$/);
    expect(status).toBe(5);
    expect(readdirSync(temporary).filter((name) => name.startsWith('burnish-display-'))).toEqual([]);
  });

  it('has several displays on request', () => {
    const program = 'console.log(process.env.DISPLAY, process.env.BURNISH_DISPLAYS);';
    const words = [display, '--displays=2', process.execPath, '-e', program];
    const { status, stdout } = spawnSync(process.execPath, words);
    expect(stdout.toString()).toMatch(/^(:\d+) \1,(?!\1\n):\d+\n$/);
    expect(status).toBe(0);
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)('lets the program end normally on %s', async (signal) => {
    const program = `process.on('${signal}', () => { console.log('ending well'); process.exit(0); });
      console.log('started'); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, [display, process.execPath, '-e', program]);
    let output = '';
    for await (const chunk of child.stdout) {
      output += String(chunk);
      if (output === 'started\n') child.kill(signal);
    }
    if (child.exitCode === null) await once(child, 'exit');
    expect(output).toBe('started\nending well\n');
    expect(child.exitCode).toBe(0);
  });
});
