/**
 * Scripts that dpkg runs after the app was installed or removed: those of electron-builder, except that the command
 * `burnish` is the launcher of the command line.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { projectRoot } from '../setup/paths.ts';

// biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills it in.
const app = "'/opt/${sanitizedProductName}/${executable}'";
// biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills it in.
const launcher = "'/opt/${sanitizedProductName}/resources/bin/${executable}'";

/**
 * Writes the scripts to out/deb, where electron-builder.yml expects them.
 * @throws Error if electron-builder's scripts do not link the app
 */
export async function writeDebScripts(folder = join(projectRoot, 'out/deb')): Promise<void> {
  const builder = dirname(createRequire(import.meta.url).resolve('app-builder-lib/package.json'));
  await mkdir(folder, { recursive: true });
  for (const name of ['after-install', 'after-remove']) {
    const script = await readFile(join(builder, 'templates/linux', `${name}.tpl`), 'utf8');
    if (!script.includes(app)) throw new Error(`electron-builder's ${name} no longer links the app.`);
    await writeFile(join(folder, `${name}.sh`), script.replaceAll(app, launcher));
  }
}
