/**
 * Makes sharp safe inside Electron on Linux, where two copies of GLib are loaded in one process.
 *
 * Electron is linked with the system's GLib; sharp's libvips contains its own. The loader resolves symbols to the first
 * library that has them, so sharp's calls of g_object_unref reach the system's GLib, which does not know libvips'
 * objects and frees none: each photograph leaks its pixels (140 MB for 24 megapixels). The fix renames the few symbols
 * through which sharp's binding calls its own GLib. Code, sizes and the hash table of symbols stay unchanged (each new
 * name has the hash of the old one).
 */
import { chmod, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** GLib's objects and log in sharp's binding; its other functions (g_free, g_malloc…) are equal in both copies. */
const renamedSymbols = ['g_object_ref', 'g_object_unref', 'g_signal_connect_data', 'g_log_set_handler'];

/** The files of this sharp are not as expected. */
class UnknownSharp extends Error {
  override name = 'UnknownSharp';
}

/** Returns the binding and libvips of each Linux build of sharp under `modules`. */
async function sharpBuilds(modules: string): Promise<{ binding: string; libvips: string }[]> {
  const folder = join(modules, '@img');
  const found: { binding: string; libvips: string }[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const build = /^sharp-(linux(?:musl)?-(?:x64|arm64))$/.exec(name)?.[1];
    if (!build) continue;
    const binding = await findFile(join(folder, name, 'lib'), /\.node$/);
    const libvips = await findFile(join(folder, `sharp-libvips-${build}`, 'lib'), /^libvips-cpp\.so/);
    if (binding && libvips) found.push({ binding, libvips });
  }
  return found;
}

async function findFile(folder: string, name: RegExp): Promise<string | undefined> {
  const file = (await readdir(folder).catch(() => [])).find((entry) => name.test(entry));
  return file && join(folder, file);
}

/** Returns whether a sharp under `modules` (a node_modules folder) shares symbols with the system's GLib. */
export async function sharpSharesNames(modules: string): Promise<boolean> {
  for (const { binding } of await sharpBuilds(modules)) {
    if (dynamicSymbols(await readFile(binding)).some(({ name }) => renamedSymbols.includes(name))) return true;
  }
  return false;
}

/**
 * Renames the symbols in each Linux build of sharp under `modules`. Idempotent.
 * @throws {UnknownSharp} nothing was changed
 */
export async function giveSharpItsOwnNames(modules: string): Promise<void> {
  for (const { binding, libvips } of await sharpBuilds(modules)) {
    const renamed = await Promise.all(
      [binding, libvips].map(async (file) => ({ file, bytes: renameIn(await readFile(file)) })),
    );
    // New files, so that processes that have loaded the old ones are not affected.
    for (const { file, bytes } of renamed) {
      const temporary = `${file}.new`;
      await writeFile(temporary, bytes);
      await chmod(temporary, (await stat(file)).mode);
    }
    for (const { file } of renamed) await rename(`${file}.new`, file);
  }
}

/** Returns a copy of a shared library with the symbols renamed. */
export function renameIn(library: Buffer): Buffer {
  const bytes = Buffer.from(library);
  const table = dynamicSymbols(bytes);
  for (const { name, offset } of table) {
    if (!renamedSymbols.includes(name)) continue;
    // Linkers store a short name as the end of a longer one; such a name cannot be changed alone.
    const isShared =
      bytes[offset - 1] !== 0 || table.some((entry) => entry.offset > offset && entry.offset < offset + name.length);
    if (isShared) throw new UnknownSharp(`The symbol ${name} is part of another one in this build of sharp.`);
    bytes.write(spelling(name), offset, 'latin1');
  }
  return bytes;
}

/**
 * Returns another name with the same length and GNU hash (h = 33 h + c): in a pair of letters, the first is increased
 * by 1 and the second decreased by 33, which gives a printable character.
 */
export function spelling(name: string): string {
  const index = name.search(/[a-y][b-z]/);
  const codes = Buffer.from(name, 'latin1');
  codes.writeUInt8(codes.readUInt8(index) + 1, index);
  codes.writeUInt8(codes.readUInt8(index + 1) - 33, index + 1);
  return codes.toString('latin1');
}

/** Returns the dynamic symbols of a 64-bit little-endian ELF file with their offsets in the file. */
function dynamicSymbols(bytes: Buffer): { name: string; offset: number }[] {
  const isKnownKind = bytes.readUInt32BE(0) === 0x7f454c46 && bytes[4] === 2 && bytes[5] === 1;
  if (!isKnownKind) throw new UnknownSharp('This build of sharp is not a 64-bit ELF library.');
  const sections = Number(bytes.readBigUInt64LE(0x28));
  const sectionSize = bytes.readUInt16LE(0x3a);
  const section = (index: number) => {
    const headerOffset = sections + index * sectionSize;
    return {
      type: bytes.readUInt32LE(headerOffset + 4),
      offset: Number(bytes.readBigUInt64LE(headerOffset + 0x18)),
      size: Number(bytes.readBigUInt64LE(headerOffset + 0x20)),
      link: bytes.readUInt32LE(headerOffset + 0x28),
    };
  };
  const dynamicSymbols = 11;
  const count = bytes.readUInt16LE(0x3c);
  const symbols = Array.from({ length: count }, (_, index) => section(index)).find(
    ({ type }) => type === dynamicSymbols,
  );
  if (!symbols) throw new UnknownSharp('This build of sharp has no symbol table.');
  const strings = section(symbols.link);
  const table: { name: string; offset: number }[] = [];
  for (let symbolOffset = symbols.offset; symbolOffset < symbols.offset + symbols.size; symbolOffset += 24) {
    const start = strings.offset + bytes.readUInt32LE(symbolOffset);
    table.push({ name: bytes.toString('latin1', start, bytes.indexOf(0, start)), offset: start });
  }
  return table;
}
