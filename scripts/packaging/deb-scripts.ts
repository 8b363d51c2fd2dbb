/**
 * What dpkg runs when the app was installed or removed: electron-builder's own scripts, which care for the sandbox too, but the
 * word `burnish` is the command line's launcher in place of the app itself.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { projectRoot } from '../setup/paths.ts';

// biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills it in.
const app = "'/opt/${sanitizedProductName}/${executable}'";
// biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills it in.
const launcher = "'/opt/${sanitizedProductName}/resources/bin/${executable}'";

/** Writes them to out/deb, where electron-builder.yml names them. @throws Error when electron-builder's do not link the app */
export async function writeDebScripts(folder = join(projectRoot, 'out/deb')): Promise<void> {
  const builder = dirname(createRequire(import.meta.url).resolve('app-builder-lib/package.json'));
  await mkdir(folder, { recursive: true });
  for (const name of ['after-install', 'after-remove']) {
    const script = await readFile(join(builder, 'templates/linux', `${name}.tpl`), 'utf8');
    if (!script.includes(app)) throw new Error(`electron-builder's ${name} no longer links the app.`);
    await writeFile(join(folder, `${name}.sh`), script.replaceAll(app, launcher));
  }
}
