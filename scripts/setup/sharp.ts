/**
 * Makes sharp safe inside Electron on Linux, where two copies of GLib meet in one process.
 *
 * Electron is linked with the system's GLib; sharp brings a GLib of its own inside libvips. The loader resolves names to
 * the first library that has them, so sharp's calls of g_object_unref reach the system's GLib, which knows nothing of
 * libvips' objects and frees none: each photograph leaves its pixels behind (140 MB for one of 24 megapixels).
 * The cure: the few names with which sharp's binding reaches into its own GLib get spellings that only the two of them
 * know. Nothing else changes: not the code, not the sizes, not the hash table of names (a new spelling has the old hash).
 */
import { chmod, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What sharp's binding does with GLib's objects and log; the rest it uses (g_free, g_malloc…) is the same everywhere. */
const ownNames = ['g_object_ref', 'g_object_unref', 'g_signal_connect_data', 'g_log_set_handler'];

/** This sharp's files are not built the way this cure knows. */
class UnknownSharp extends Error {
  override name = 'UnknownSharp';
}

/** The binding and the libvips of each Linux build of sharp under `modules`, which belong together. */
async function pairs(modules: string): Promise<{ binding: string; libvips: string }[]> {
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

/** Whether a sharp under `modules` (a node_modules folder) still shares its names with the system's GLib. */
export async function sharpSharesNames(modules: string): Promise<boolean> {
  for (const { binding } of await pairs(modules)) {
    if (namesTable(await readFile(binding)).some(({ name }) => ownNames.includes(name))) return true;
  }
  return false;
}

/**
 * Gives sharp's own names their new spelling, in each Linux build of it under `modules`. Safe to run again.
 * @throws {UnknownSharp} nothing was changed
 */
export async function giveSharpItsOwnNames(modules: string): Promise<void> {
  for (const { binding, libvips } of await pairs(modules)) {
    const renamed = await Promise.all(
      [binding, libvips].map(async (file) => ({ file, bytes: renameIn(await readFile(file)) })),
    );
    // A new file each, so that processes which have the old one loaded are not disturbed.
    for (const { file, bytes } of renamed) {
      const temporary = `${file}.new`;
      await writeFile(temporary, bytes);
      await chmod(temporary, (await stat(file)).mode);
    }
    for (const { file } of renamed) await rename(`${file}.new`, file);
  }
}

/** A copy of a shared library in which the own names have their new spelling. */
export function renameIn(library: Buffer): Buffer {
  const bytes = Buffer.from(library);
  const table = namesTable(bytes);
  for (const { name, offset } of table) {
    if (!ownNames.includes(name)) continue;
    // Linkers let a short name be the tail of a longer one; such a name cannot be changed alone.
    const isShared =
      bytes[offset - 1] !== 0 || table.some((entry) => entry.offset > offset && entry.offset < offset + name.length);
    if (isShared) throw new UnknownSharp(`The name ${name} is part of another one in this build of sharp.`);
    bytes.write(spelling(name), offset, 'latin1');
  }
  return bytes;
}

/**
 * Another name of the same length and the same GNU hash (h = 33 h + c): the first letter of a pair goes up by one, the
 * second down by 33, which is also a printable character that no C name holds or an upper-case letter.
 */
export function spelling(name: string): string {
  const index = name.search(/[a-y][b-z]/);
  const codes = Buffer.from(name, 'latin1');
  codes.writeUInt8(codes.readUInt8(index) + 1, index);
  codes.writeUInt8(codes.readUInt8(index + 1) - 33, index + 1);
  return codes.toString('latin1');
}

/** The dynamic symbols of a 64-bit little-endian ELF file: each name, and where in the file it stands. */
function namesTable(bytes: Buffer): { name: string; offset: number }[] {
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
  if (!symbols) throw new UnknownSharp('This build of sharp has no table of names.');
  const strings = section(symbols.link);
  const table: { name: string; offset: number }[] = [];
  for (let symbolOffset = symbols.offset; symbolOffset < symbols.offset + symbols.size; symbolOffset += 24) {
    const start = strings.offset + bytes.readUInt32LE(symbolOffset);
    table.push({ name: bytes.toString('latin1', start, bytes.indexOf(0, start)), offset: start });
  }
  return table;
}
