import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ExpandOptions, expandPaths } from '../../../../main/intake/paths/expand-paths.ts';
import { sample, scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';

const asRoot = process.getuid?.() === 0;

const included = (name: string) =>
  `! “${name}” is a link to a photograph or folder that is already included, and was left out.`;
const allIncluded = (count: number) =>
  `! ${count} links point to photographs or folders that are already included, and were left out.`;

/** Creates a folder with the given files: photographs if they end in ".png", else empty. */
function tree(...files: string[]): string {
  const folder = scratchFolder();
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    if (file.endsWith('.png')) copyFileSync(sample('coffee'), join(folder, file));
    else writeFileSync(join(folder, file), '');
  }
  return folder;
}

async function found(root: string, paths: string[], options?: ExpandOptions) {
  const list: string[] = [];
  for await (const each of expandPaths(
    paths.map((path) => join(root, path)),
    options,
  )) {
    list.push('message' in each ? `! ${messageText(each.message)}` : relative(root, each.path));
  }
  return list;
}

describe('expandPaths', () => {
  it('walks in the order people expect, files before folders', async () => {
    const root = tree('IMG_10.jpg', 'IMG_2.jpg', 'b/2.jpg', 'b/10.jpg', 'b/1.jpg', 'A/x.jpg', 'Zoo.jpg');
    expect(await found(root, [''])).toEqual([
      'IMG_2.jpg',
      'IMG_10.jpg',
      'Zoo.jpg',
      'A/x.jpg',
      'b/1.jpg',
      'b/2.jpg',
      'b/10.jpg',
    ]);
    expect(await found(root, [''], { recursive: false })).toEqual(['IMG_2.jpg', 'IMG_10.jpg', 'Zoo.jpg']);
  });

  it('returns the path of each file relative to the named folder', async () => {
    const root = tree('trip/day 1/morning/a.jpg', 'trip/b.jpg', 'c.jpg');
    const folders: string[] = [];
    for await (const each of expandPaths([join(root, 'trip'), join(root, 'c.jpg')])) {
      folders.push('message' in each ? messageText(each.message) : each.relativeFolder);
    }
    expect(folders).toEqual(['', join('day 1', 'morning'), '']);
  });

  it('skips hidden, unfinished and ignored files, counts other files, and includes explicitly named ones', async () => {
    const root = tree(
      'a.jpg',
      'M0100.CTG',
      '.hidden.jpg',
      '._a.jpg',
      'Thumbs.db',
      'b.jpg.part',
      'notes.txt',
      '.git/c.jpg',
      'raw/d.jpg',
      'e_old.jpg',
    );
    expect(await found(root, [''], { ignore: ['raw', '*_old.*'] })).toEqual([
      'a.jpg',
      '! 2 files are not photographs and were left alone.',
    ]);
    expect(await found(root, ['notes.txt', '.hidden.jpg'])).toEqual(['notes.txt', '.hidden.jpg']);
  });

  it('looks inside files without an extension', async () => {
    const root = tree('README');
    for (const name of ['IMG_0001', 'ends.']) copyFileSync(sample('coffee'), join(root, name));
    writeFileSync(join(root, 'nothing.'), 'text');
    expect(await found(root, [''])).toEqual(['ends.', 'IMG_0001']);
  });

  it('yields each file once, even if named twice, linked or in circles', async () => {
    const root = tree('a.jpg', 'sub/b.jpg');
    symlinkSync(root, join(root, 'sub/loop'));
    symlinkSync(join(root, 'a.jpg'), join(root, 'sub/again.jpg'));
    linkSync(join(root, 'a.jpg'), join(root, 'hard.jpg'));
    expect(await found(root, ['', 'a.jpg', 'sub', 'sub/b.jpg'])).toEqual([
      'a.jpg',
      'hard.jpg',
      'sub/b.jpg',
      allIncluded(2),
    ]);
  });

  it('yields a photograph under its real name if a link leads to it too, and reports it, in any order', async () => {
    for (const [real, link] of [
      ['p01.png', 'inside.png'],
      ['inside.png', 'p01.png'],
      ['z/deep/p01.png', 'a.png'],
      ['z/p01.png', 'a/b/link.png'],
    ] as const) {
      const root = tree(real);
      mkdirSync(dirname(join(root, link)), { recursive: true });
      symlinkSync(join(root, real), join(root, link));
      expect(await found(root, [''])).toEqual([real, included(basename(link))]);
      // As a shell expands a `*`.
      expect(await found(root, [link, real])).toEqual([real, included(basename(link))]);
    }
  });

  it('enters a folder under its real name if a link leads to it too', async () => {
    const root = tree('z/a.png');
    symlinkSync('z', join(root, 'a'));
    expect(await found(root, [''])).toEqual(['z/a.png', included('a')]);
    expect(await found(root, ['a', 'z'])).toEqual(['z/a.png', included('a')]);
    expect(await found(root, [''], { ignore: ['z'] })).toEqual(['a/a.png']);
  });

  it('yields a photograph under the name of a link if only the link leads to it', async () => {
    const root = tree('.hidden/a.png', 'x/.b.png');
    symlinkSync('.hidden/a.png', join(root, 'first.png'));
    symlinkSync('.hidden/a.png', join(root, 'second.png'));
    symlinkSync('x/.b.png', join(root, 'third.png'));
    expect(await found(root, [''])).toEqual(['first.png', 'third.png', included('second.png')]);
  });

  // Other systems treat them as one name.
  it.skipIf(process.platform !== 'linux')(
    'orders names that differ only in case the same way, however the folder lists them',
    async () => {
      const names = ['b.jpg', 'B.jpg', 'a.jpg', 'A.jpg'];
      const lists = [names, [...names].reverse()].map((each) => found(tree(...each), ['']));
      for (const list of await Promise.all(lists)) expect(list).toEqual(['A.jpg', 'a.jpg', 'B.jpg', 'b.jpg']);
    },
  );

  it('reports camera raw files as such, once for each kind', async () => {
    const root = tree(
      'card/a.X3F',
      'card/b.x3f',
      'card/deep/c.x3f',
      'card/a.jpg',
      'card/d.crw',
      'card/.e.x3f',
      'card/f.txt',
    );
    symlinkSync('a.X3F', join(root, 'card/0.x3f'));
    const [f, three, one] = [
      '! One file is not a photograph and was left alone.',
      '! 3 X3F files in “card” are camera raw files, which Burnish cannot open. Export them as JPEG or TIFF.',
      '! “d.crw” is a camera raw file, which Burnish cannot open. Export it as JPEG or TIFF.',
    ];
    expect(await found(root, ['card'])).toEqual(['card/a.jpg', three, one, f]);
    expect(await found(root, ['card'], { ignore: ['*.x3f'] })).toEqual(['card/a.jpg', one, f]);
    // A file named explicitly is read like any other.
    expect(await found(root, ['card/d.crw', 'card'])).toEqual(['card/d.crw', 'card/a.jpg', three, f]);
  });

  it('skips links that lead out of the folder, and reports it once, unless they should be followed', async () => {
    const [root, elsewhere] = [tree('in/a.jpg', 'sub/c.jpg'), tree('b.jpg', 'in/z.jpg')];
    const links = {
      'in/album': elsewhere,
      'in/b.jpg': join(elsewhere, 'b.jpg'),
      'in/up': '../sub',
      'in/hidden/x': elsewhere,
    };
    mkdirSync(join(root, 'in/hidden'));
    for (const [name, to] of Object.entries(links)) symlinkSync(to, join(root, name));
    // A name that only begins like the folder's is not inside of it.
    symlinkSync(`${root}/in`, join(root, 'in/inside'));
    expect(await found(root, ['in'])).toEqual([
      'in/a.jpg',
      '! 4 links point outside “in” and were not followed.',
      included('inside'),
    ]);
    expect(await found(root, ['in', 'sub'])).toContain('sub/c.jpg');
    expect(await found(root, ['in'], { followLinks: true })).toEqual([
      'in/a.jpg',
      'in/album/b.jpg',
      'in/album/in/z.jpg',
      'in/up/c.jpg',
      allIncluded(3),
    ]);
  });

  it('follows a named link, and treats its target as the folder', async () => {
    const [root, elsewhere] = [tree(), tree('b.jpg', 'other/c.jpg')];
    symlinkSync(elsewhere, join(root, 'album'));
    symlinkSync(join(elsewhere, 'b.jpg'), join(root, 'named.jpg'));
    symlinkSync(join(elsewhere, 'other'), join(elsewhere, 'loop'));
    expect(await found(root, ['named.jpg', 'album'])).toEqual(['album/b.jpg', 'album/other/c.jpg', allIncluded(2)]);
    expect(await found(root, ['named.jpg'])).toEqual(['named.jpg']);
  });

  it('reports each missing path, and continues', async () => {
    const root = tree('a.jpg');
    expect(await found(root, ['gone', 'a.jpg', 'a.jpg/b.jpg'])).toEqual([
      '! “gone” can no longer be found.',
      'a.jpg',
      '! “b.jpg” can no longer be found.',
    ]);
  });

  it('reports the targets of broken links, inside folders and named', async () => {
    const root = tree('a.jpg');
    symlinkSync('self', join(root, 'self'));
    symlinkSync('there.jpg', join(root, 'here.jpg'));
    symlinkSync('here.jpg', join(root, 'there.jpg'));
    symlinkSync('gone.jpg', join(root, 'dangling.jpg'));
    symlinkSync('.gone.jpg', join(root, '.hidden.jpg'));
    const [dangling, here, self, there] = [
      '! “dangling.jpg” is a link whose target no longer exists.',
      '! “here.jpg” is a link that leads back to itself.',
      '! “self” is a link that leads back to itself.',
      '! “there.jpg” is a link that leads back to itself.',
    ];
    expect(await found(root, [''])).toEqual(['a.jpg', dangling, here, self, there]);
    expect(await found(root, ['dangling.jpg', 'self'])).toEqual([dangling, self]);
  });

  it.skipIf(process.platform === 'win32')('opens no pipe, socket or device, inside folders and named', async () => {
    const root = tree('a.jpg', 'ignored/b.jpg');
    execFileSync(
      'mkfifo',
      ['pipe.jpg', 'pipe', '.hidden', 'd.jpg.part'].map((name) => join(root, name)),
    );
    symlinkSync('pipe', join(root, 'to-pipe.jpg'));
    symlinkSync('/dev/zero', join(root, 'zero.png'));
    const socket = createServer().listen(join(root, 'socket.jpg'));
    await new Promise((resolve) => socket.once('listening', resolve));
    const refusal = (name: string) => `! “${name}” is a pipe, socket or device, not a photograph.`;
    const names = ['pipe', 'pipe.jpg', 'socket.jpg', 'to-pipe.jpg', 'zero.png'];
    try {
      expect(await found(root, [''], { ignore: ['ignored'], followLinks: true })).toEqual([
        'a.jpg',
        ...names.map(refusal),
      ]);
      expect(await found(root, names)).toEqual(names.map(refusal));
      expect(await found('/', ['dev/zero'])).toEqual([refusal('zero')]);
    } finally {
      await new Promise((resolve) => socket.close(resolve));
    }
  });

  it('reports a name that is too long', async () => {
    const name = 'x'.repeat(256);
    expect(await found(tree(), [name])).toEqual([`! “${name}” has a name that is too long.`]);
  });

  // Other systems keep names as text and make no such files.
  describe.skipIf(process.platform !== 'linux')('names that are not valid UTF-8', () => {
    const bytesOf = (root: string, name: string) =>
      Buffer.concat([Buffer.from(`${root}/`), Buffer.from(name, 'latin1')]);
    const refusal = (name: string) => `! “${name}” has a name that is not valid UTF-8. Rename it, then add it again.`;

    it('are reported inside a folder, and no other file is used instead', async () => {
      const root = tree('a.jpg', 'b\ufffd.jpg');
      for (const name of ['b\xff.jpg', 'c\xe4.png', 'd\xe4', 'e\xe4.txt', '.f\xe4.jpg'])
        copyFileSync(sample('coffee'), bytesOf(root, name));
      mkdirSync(bytesOf(root, 'g\xe4.1'));
      copyFileSync(sample('coffee'), bytesOf(root, 'g\xe4.1/inside.png'));
      symlinkSync('a.jpg', bytesOf(root, 'h\xe4.jpg'));
      execFileSync('mkfifo', [join(root, 'named')]);
      const list = await found(root, ['']);
      expect(list.filter((each) => each === 'b\ufffd.jpg')).toHaveLength(1);
      expect(list.sort()).toEqual(
        [
          'a.jpg',
          'b\ufffd.jpg',
          refusal('b\ufffd.jpg'),
          refusal('c\ufffd.png'),
          refusal('d\ufffd'),
          '! One file is not a photograph and was left alone.',
          refusal('g\ufffd.1'),
          refusal('h\ufffd.jpg'),
          '! “named” is a pipe, socket or device, not a photograph.',
        ].sort(),
      );
      expect(await found(root, [''], { recursive: false })).not.toContain(refusal('g\ufffd.1'));
    });

    it('are reported when named, and no other file is used instead', async () => {
      const root = tree('a\ufffd.jpg', 'b\ufffd.jpg', 'c\ufffd/d.jpg');
      writeFileSync(bytesOf(root, 'b\xff.jpg'), '');
      mkdirSync(bytesOf(root, 'c\xff'));
      writeFileSync(bytesOf(root, 'c\xff/d.jpg'), '');
      writeFileSync(bytesOf(root, 'e\xff.jpg'), '');
      expect(await found(root, ['a\ufffd.jpg', 'b\ufffd.jpg', 'c\ufffd/d.jpg', 'e\ufffd.jpg', 'f\ufffd.jpg'])).toEqual([
        'a\ufffd.jpg',
        refusal('b\ufffd.jpg'),
        refusal('c\ufffd'),
        refusal('e\ufffd.jpg'),
        '! “f\ufffd.jpg” can no longer be found.',
      ]);
    });
  });

  it.skipIf(asRoot)('reports a folder without read permission, and continues', async () => {
    const root = tree('a.jpg', 'locked/b.jpg', 'open/c.jpg');
    chmodSync(join(root, 'locked'), 0);
    const list = await found(root, ['']);
    chmodSync(join(root, 'locked'), 0o755);
    expect(list).toEqual(['a.jpg', '! “locked” cannot be read: your account does not have permission.', 'open/c.jpg']);
  });

  it('yields the first files of a large tree before it has read the rest, and stops when aborted', async () => {
    const root = tree(...Array.from({ length: 300 }, (_, i) => `${i % 30}/${i}.jpg`));
    const stop = new AbortController();
    const seen: string[] = [];
    const walk = async () => {
      for await (const each of expandPaths([root], { signal: stop.signal })) {
        seen.push(each.path);
        if (seen.length === 12) stop.abort(new Error('stopped'));
      }
    };
    await expect(walk()).rejects.toThrow('stopped');
    expect(seen).toHaveLength(12);
  });
});
