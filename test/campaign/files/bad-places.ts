/** Links, pipes, sockets, devices and folders under the name of a photograph. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, link, mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import {
  anyOutcome,
  type BadFile,
  casesOf,
  fine,
  type Item,
  type Making,
  passed,
  refused,
  refusedOrPassed,
} from './bad-file.ts';
import { jpeg } from './whole-images.ts';

/** A link to a fixed target. */
const linkTo = (target: string, item: (path: string) => Item) => async (_making: Making, path: string) => {
  await symlink(target, path);
  return [item(path)];
};

/** Writes a photograph, and returns its path and content. */
async function photograph(making: Making, name: string, folder = making.folder) {
  const [path, content] = [join(folder, name), making.newContent()];
  await writeFile(path, await jpeg(content));
  return [path, content] as const;
}

const links: Readonly<Record<string, (making: Making, path: string) => Promise<readonly Item[]>>> = {
  'that leads nowhere': linkTo('nowhere.jpg', refused),
  'to itself': linkTo('link.jpg', refused),
  'to its folder': (making, path) => linkTo(making.folder, passed)(making, path),
  'to the folder above': linkTo('..', passed),
  'to the root': async (making, path) => {
    // An empty folder, so that the search ends there.
    await mkdir(join(making.outside, 'empty'), { recursive: true });
    return linkTo(join(making.outside, 'empty'), refusedOrPassed)(making, path);
  },
  'to zeros without end': linkTo('/dev/zero', refusedOrPassed),
  'to memory that cannot be read': linkTo('/proc/self/mem', refusedOrPassed),
  'to a pipe': (making, path) => {
    const pipe = join(making.outside, 'pipe');
    spawnSync('mkfifo', [pipe]);
    return linkTo(pipe, refusedOrPassed)(making, path);
  },
  'to a photograph outside': async (making, path) => {
    const [target, content] = await photograph(making, 'theirs.jpg', making.outside);
    return linkTo(target, () => anyOutcome(path, content))(making, path);
  },
  'to a photograph beside it': async (making, path) => {
    const original = await photograph(making, 'original.jpg');
    await symlink('original.jpg', path);
    return [passed(path), fine(...original)];
  },
  'through forty others': async (making, path) => {
    const end = await photograph(making, 'end.jpg');
    await symlink('end.jpg', join(making.folder, '.0'));
    for (let nth = 1; nth < 45; nth += 1) await symlink(`.${nth - 1}`, join(making.folder, `.${nth}`));
    await symlink('.44', path);
    return [refused(path), fine(...end)];
  },
};

const sockets = new Map<string, Server>();

export const badPlaces: readonly BadFile[] = [
  ...Object.entries(links).flatMap(([name, make]) =>
    casesOf('links', { [`a link ${name}`]: (making) => make(making, join(making.folder, 'link.jpg')) }),
  ),
  ...casesOf('links', {
    'one file under two names': async (making) => {
      const [path, content] = await photograph(making, 'one.jpg');
      const second = join(making.folder, 'two.jpg');
      await link(path, second);
      return [fine(path, content), fine(second, content)];
    },
  }),
  ...casesOf('no file', {
    'a pipe': async ({ folder }) => {
      spawnSync('mkfifo', [join(folder, 'pipe.jpg')]);
      return [refused(join(folder, 'pipe.jpg'))];
    },
    'a device': async ({ folder }) => {
      // Needs root.
      const isMade = spawnSync('mknod', [join(folder, 'device.jpg'), 'c', '1', '5']).status === 0;
      return isMade ? [refused(join(folder, 'device.jpg'))] : [];
    },
    'a folder called x.jpg': async (making) => {
      await mkdir(join(making.folder, 'x.jpg'));
      return [fine(...(await photograph(making, join('x.jpg', 'in.jpg'))))];
    },
    'a file without permission to read it': async (making) => {
      const [path, content] = await photograph(making, 'forbidden.jpg');
      await chmod(path, 0);
      return [process.getuid?.() === 0 ? fine(path, content) : refused(path)];
    },
    'a hole of 40 GB': async (making) => {
      const [path] = await photograph(making, 'hole.jpg');
      await truncate(path, 40_000_000_000);
      return [refused(path)];
    },
  }),
  {
    group: 'no file',
    name: 'a socket',
    async make({ folder }) {
      const server = createServer();
      // Created under a short path and moved, because the path of a socket is limited.
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
  },
];
