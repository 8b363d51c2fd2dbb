import { execFile } from 'node:child_process';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { modulesFolder, projectRoot } from '../../../scripts/setup/paths.ts';
import { presentRuntime } from '../../../scripts/setup/runtime.ts';
import { giveSharpItsOwnNames, renameIn, sharpSharesNames, spelling } from '../../../scripts/setup/sharp.ts';
import { scratchFolder } from '../../helpers/photograph/photographs.ts';

const run = promisify(execFile);

/** The loader's hash of a symbol name: h = 33 h + c, in 32 bits. */
function gnuHash(name: string): number {
  let hash = 5381;
  for (const code of Buffer.from(name, 'latin1')) hash = (Math.imul(hash, 33) + code) >>> 0;
  return hash;
}

describe('spelling', () => {
  it.each(['g_object_ref', 'g_object_unref', 'g_signal_connect_data', 'g_log_set_handler'])(
    'gives %s another name with the same length and hash',
    (name) => {
      expect(spelling(name)).not.toBe(name);
      expect(spelling(name)).toMatch(/^[\x21-\x7e]+$/);
      expect(spelling(name)).toHaveLength(name.length);
      expect(gnuHash(spelling(name))).toBe(gnuHash(name));
    },
  );
});

describe('renameIn', () => {
  it('rejects a file that is no shared library', () => {
    expect(() => renameIn(Buffer.alloc(200))).toThrow('not a 64-bit ELF library');
  });
});

describe.runIf(process.platform === 'linux')('sharp inside Electron', () => {
  let modules: string;

  beforeEach(async () => {
    modules = scratchFolder();
    await cp(join(modulesFolder, '@img'), join(modules, '@img'), { recursive: true });
  });

  it('has symbol names of its own, and is unchanged the second time', async () => {
    await giveSharpItsOwnNames(modules);
    expect(await sharpSharesNames(modules)).toBe(false);
    const contents = async () => {
      const files = await readdir(join(modules, '@img'), { recursive: true, withFileTypes: true });
      const libraries = files.filter(({ name }) => /\.node$|\.so/.test(name));
      return Promise.all(libraries.map(({ parentPath, name }) => readFile(join(parentPath, name))));
    };
    const first = await contents();
    await giveSharpItsOwnNames(modules);
    const second = await contents();
    expect(first.length).toBeGreaterThan(1);
    expect(second.every((bytes, index) => bytes.equals(first[index] ?? Buffer.alloc(0)))).toBe(true);
  });

  it('processes images without warnings from the system’s GLib', async () => {
    const runtime = await presentRuntime();
    if (!runtime) throw new Error('No Electron is set up: run `npm run setup`.');
    const script = join(modules, 'try.cjs');
    await writeFile(
      script,
      `const sharp = require(${JSON.stringify(join(modulesFolder, 'sharp'))});
       const photo = ${JSON.stringify(join(projectRoot, 'assets/samples/astronaut.png'))};
       (async () => {
         for (let turn = 0; turn < 3; turn += 1) {
           const jpeg = await sharp(photo).rotate(90).resize(200).jpeg().toBuffer();
           const { width } = await sharp(jpeg).metadata();
           if (width !== 200) throw new Error('wrong width');
         }
         console.log('worked in Electron', process.versions.electron);
       })();`,
    );
    const { stdout, stderr } = await run(runtime.executable, [script], {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    });
    expect(stdout).toContain(`worked in Electron ${runtime.version}`);
    expect(stderr).not.toContain('GLib');
  });
});
