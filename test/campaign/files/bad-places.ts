/** What is no file, or another one: links, pipes, sockets, devices, folders with a photograph's name, disks that do not answer. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { link, mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { type BadFile, fine, type Item, type Making, passed, refused } from './bad-file.ts';
import { jpeg } from './whole-images.ts';

/** Whether a link that leads out of the folder is followed is a choice of the folder's. */
const out = (path: string, content: number): Item => ({ path, may: ['done', 'refused', 'passed'], content });

const leftAlone = (path: string): Item => ({ path, may: ['refused', 'passed'], content: null });

const links: Readonly<Record<string, (making: Making, path: string) => Promise<readonly Item[]>>> = {
  'that leads nowhere': async (_, path) => {
    await symlink('nowhere.jpg', path);
    return [refused(path)];
  },
  'to itself': async (_, path) => {
    await symlink('link.jpg', path);
    return [refused(path)];
  },
  'to its folder': async (making, path) => {
    await symlink(making.folder, path);
    return [passed(path)];
  },
  'to the folder above': async (_, path) => {
    await symlink('..', path);
    return [passed(path)];
  },
  'to the root': async (making, path) => {
    // Named so that the walk meets it, with a folder as its end that holds nothing.
    await mkdir(join(making.outside, 'empty'), { recursive: true });
    await symlink(join(making.outside, 'empty'), path);
    return [leftAlone(path)];
  },
  'to zeros without end': async (_, path) => {
    await symlink('/dev/zero', path);
    return [leftAlone(path)];
  },
  'to memory that cannot be read': async (_, path) => {
    await symlink('/proc/self/mem', path);
    return [leftAlone(path)];
  },
  'to a pipe': async (making, path) => {
    const pipe = join(making.outside, 'pipe');
    spawnSync('mkfifo', [pipe]);
    await symlink(pipe, path);
    return [leftAlone(path)];
  },
  'to a photograph outside': async (making, path) => {
    const content = making.newContent();
    await writeFile(join(making.outside, 'theirs.jpg'), await jpeg(content));
    await symlink(join(making.outside, 'theirs.jpg'), path);
    return [out(path, content)];
  },
  'to a photograph beside it': async (making, path) => {
    const content = making.newContent();
    const original = join(making.folder, 'original.jpg');
    await writeFile(original, await jpeg(content));
    await symlink('original.jpg', path);
    return [passed(path), fine(original, content)];
  },
  'through forty others': async (making, path) => {
    const content = making.newContent();
    await writeFile(join(making.folder, 'end.jpg'), await jpeg(content));
    await symlink('end.jpg', join(making.folder, '.0'));
    for (let nth = 1; nth < 45; nth += 1) await symlink(`.${nth - 1}`, join(making.folder, `.${nth}`));
    await symlink('.44', path);
    return [refused(path), fine(join(making.folder, 'end.jpg'), content)];
  },
};

const linked: BadFile[] = Object.entries(links).map(([name, make]) => ({
  group: 'links',
  name: `a link ${name}`,
  make: (making) => make(making, join(making.folder, 'link.jpg')),
}));

const hard: BadFile = {
  group: 'links',
  name: 'one file under two names',
  async make(making) {
    const content = making.newContent();
    const [one, two] = [join(making.folder, 'one.jpg'), join(making.folder, 'two.jpg')];
    await writeFile(one, await jpeg(content));
    await link(one, two);
    return [fine(one, content), fine(two, content)];
  },
};

const pipe: BadFile = {
  group: 'no file',
  name: 'a pipe',
  async make({ folder }) {
    spawnSync('mkfifo', [join(folder, 'pipe.jpg')]);
    return [refused(join(folder, 'pipe.jpg'))];
  },
};

const sockets = new Map<string, Server>();

const socket: BadFile = {
  group: 'no file',
  name: 'a socket',
  async make({ folder }) {
    const server = createServer();
    // A path of a socket is short; it is made where it belongs by moving it there.
    const short = join('/tmp', `burnish-${process.pid}-${Date.now().toString(36)}`);
    server.listen(short);
    await once(server, 'listening');
    spawnSync('mv', [short, join(folder, 'socket.jpg')]);
    sockets.set(folder, server);
    return [refused(join(folder, 'socket.jpg'))];
  },
  async undo({ folder }) {
    sockets.get(folder)?.close();
    sockets.delete(folder);
  },
};

const device: BadFile = {
  group: 'no file',
  name: 'a device',
  async make({ folder }) {
    // Only root may make one; elsewhere there is nothing to look at.
    const made = spawnSync('mknod', [join(folder, 'device.jpg'), 'c', '1', '5']).status === 0;
    return made ? [refused(join(folder, 'device.jpg'))] : [];
  },
};

const folder: BadFile = {
  group: 'no file',
  name: 'a folder called x.jpg',
  async make(making) {
    const content = making.newContent();
    await mkdir(join(making.folder, 'x.jpg'));
    await writeFile(join(making.folder, 'x.jpg', 'in.jpg'), await jpeg(content));
    return [fine(join(making.folder, 'x.jpg', 'in.jpg'), content)];
  },
};

const forbidden: BadFile = {
  group: 'no file',
  name: 'a file without permission to read it',
  async make(making) {
    const content = making.newContent();
    const path = join(making.folder, 'forbidden.jpg');
    await writeFile(path, await jpeg(content), { mode: 0 });
    return [process.getuid?.() === 0 ? fine(path, content) : refused(path)];
  },
};

const sparse: BadFile = {
  group: 'no file',
  name: 'a hole of 40 GB',
  async make(making) {
    const path = join(making.folder, 'hole.jpg');
    await writeFile(path, await jpeg(making.newContent()));
    await truncate(path, 40_000_000_000);
    return [refused(path)];
  },
};

export const badPlaces: readonly BadFile[] = [...linked, hard, pipe, socket, device, folder, forbidden, sparse];
