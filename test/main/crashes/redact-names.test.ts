import { describe, expect, it } from 'vitest';
import { redactNames } from '../../../main/crashes/redact-names.ts';

const places = { app: '/opt/Burnish/app.asar', data: '/home/zoë/.config/Burnish', home: '/home/zoë' };

describe('names of photographs and folders', () => {
  it.each([
    ["ENOENT: no such file, open '/mnt/Miller wedding/IMG 1.JPG'", "ENOENT: no such file, open '/…/photo-1.jpg'"],
    ["open '/home/zoë/Bilder/Müller/Größe.tif'", "open '~/…/photo-1.tif'"],
    ["rename '/a b/x.jpg' -> '/c d/y.jpg'", "rename '/…/photo-1.jpg' -> '/…/photo-2.jpg'"],
    ["open '/mnt/O'Brien wedding/kiss.jpg'", "open '/…/photo-1.jpg'"],
    ["scandir '/mnt/O'Brien wedding'", "scandir '/…'"],
    ["scandir '/mnt/The Boys' club'", "scandir '/…'"],
    ['moved /mnt/a b/x.jpg to /mnt/c d/y.jpg again', 'moved /…/photo-1.jpg to /…/photo-2.jpg again'],
    ['C:\\Users\\Zoe\\Pictures\\Miller\\DSC_1.NEF is gone', '~/…/photo-1.nef is gone'],
    ['{"path":"D:\\\\Weddings\\\\Miller\\\\a.jpg"}', '{"path":"/…/photo-1.jpg"}'],
    ['\\\\nas\\photos\\Miller: not reachable', '/…: not reachable'],
    ['DSC_0412.jpg, DSC_0413.jpg: DSC_0412.jpg', 'photo-1.jpg, photo-2.jpg: photo-1.jpg'],
    ['“Braut & Bräutigam.heic” went to “Wedding Miller”', '“photo-1.heic” went to “…”'],
    ['/Users/somebody else/Desktop/x.png', '~/…/photo-1.png'],
    ['花嫁 👰 01.jpg', 'photo-1.jpg'],
    ['/home/zoë/.config/Burnish/work/12/花嫁.jpg', '(data)…/photo-1.jpg'],
    ['IMG_1.jpg.part, IMG_1.jpg.xmp', 'photo-1.part, photo-2.xmp'],
  ])('%s', (text, shown) => {
    expect(redactNames(text, places)).toBe(shown);
  });

  it('leave locations in Burnish’s code unchanged', () => {
    const stack = [
      'TypeError: x is not a function',
      '    at read (file:///opt/Burnish/app.asar/out/main/main/index.js:10:3)',
      '    at /opt/Burnish/app.asar/out/main/chunks/behind-Ab12.js:1:2',
      '    at async node:internal/process/task_queues:105:5',
    ].join('\n');
    expect(redactNames(stack, places)).toBe(
      stack.replaceAll('file:///opt/Burnish/app.asar', '(app)').replaceAll('/opt/Burnish/app.asar', '(app)'),
    );
  });

  it('get the same alias in all related texts', () => {
    const names = new Map<string, number>();
    expect(redactNames('a.jpg', places, names)).toBe('photo-1.jpg');
    expect(redactNames('b.jpg, a.jpg', places, names)).toBe('photo-2.jpg, photo-1.jpg');
  });

  it('are not restored by markers in the text', () => {
    expect(redactNames('\ue0000\ue001 secret.jpg', places)).not.toContain('secret');
  });

  it('are found quickly in long lines', () => {
    expect(redactNames(`${'a '.repeat(20_000)}x`, places)).toHaveLength(40_001);
  });
});
