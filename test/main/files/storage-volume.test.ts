import { describe, expect, it } from 'vitest';
import { linuxMounts } from '../../../main/files/mounts.ts';
import { volumeOf } from '../../../main/files/storage-volume.ts';

const linux = linuxMounts(`27 1 254:0 / / rw - ext4 /dev/vda rw
28 27 8:2 / /home rw - ext4 /dev/sda2 rw
40 27 0:40 / /home/anna/nas rw - nfs4 nas:/studio rw
43 27 8:33 / /media/anna/CARD\\0403 rw - exfat /dev/sdc1 rw
44 27 8:34 / /media/stick rw - vfat /dev/sdd1 rw
45 27 0:45 / /mnt/studio rw - cifs //nas/studio rw
46 27 8:35 / /var/scratch rw - ext4 /dev/sde1 rw
47 27 0:47 / /run/user/1000/gvfs rw - fuse.gvfsd-fuse gvfsd-fuse rw`);

describe('volumeOf on Linux, by path and mounts', () => {
  it.each([
    ['/media/anna/CARD 3/DCIM/a.jpg', '/media/anna/CARD 3', 'CARD 3', true],
    ['/media/anna/CARD 4/DCIM/a.jpg', '/media/anna/CARD 4', 'CARD 4', false],
    ['/run/media/anna/EOS/DCIM/a.jpg', '/run/media/anna/EOS', 'EOS', false],
    ['/media/stick/DCIM/a.jpg', '/media/stick', 'stick', true],
    ['/mnt/studio/2026/a.jpg', '/mnt/studio', 'studio', true],
    ['/mnt/old/2026/a.jpg', '/mnt/old', 'old', false],
    ['/home/anna/nas/a.jpg', '/home/anna/nas', 'nas', true],
    ['/home/anna/Pictures/a.jpg', '/home', null, true],
    ['/var/scratch/a.jpg', '/var/scratch', null, true],
    ['/srv/a.jpg', '/', null, true],
    [
      '/run/user/1000/gvfs/smb-share:server=nas,share=photos/a.jpg',
      '/run/user/1000/gvfs/smb-share:server=nas,share=photos',
      'photos on nas',
      null,
    ],
  ])('%s', (path, root, name, isMounted) => expect(volumeOf(path, linux)).toEqual({ root, name, isMounted }));
});

describe('volumeOf elsewhere, by path alone', () => {
  it.each([
    ['/Volumes/Card 3/DCIM/a.jpg', '/Volumes/Card 3', 'Card 3'],
    ['E:\\DCIM\\a.jpg', 'E:\\', 'E:'],
    ['\\\\?\\e:\\DCIM\\a.jpg', 'E:\\', 'E:'],
    ['C:\\Users\\anna\\a.jpg', 'C:\\', null],
    ['\\\\nas\\photos\\2026\\a.jpg', '\\\\nas\\photos\\', 'photos on nas'],
    ['\\\\?\\UNC\\nas\\photos\\a.jpg', '\\\\nas\\photos\\', 'photos on nas'],
  ])('%s', (path, root, name) => expect(volumeOf(path, null)).toEqual({ root, name, isMounted: null }));

  it('is the system disk by default', () =>
    expect(volumeOf('/Users/anna/a.jpg', null)).toEqual({ root: '/', name: null, isMounted: true }));
});
