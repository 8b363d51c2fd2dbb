import { describe, expect, it } from 'vitest';
import { linuxMounts, macMounts } from '../../../../main/files/mounts.ts';
import { isShare, storageKindFromMounts, storageKindOf } from '../../../../main/intake/watch/storage-kind.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';

const linux = linuxMounts(`22 27 0:21 / /proc rw,relatime - proc proc rw
27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
40 27 0:40 / /mnt/studio rw - nfs4 nas:/studio rw,vers=4.2
41 27 0:41 / /mnt/my\\040share rw shared:7 master:2 - cifs //nas/x rw
42 27 0:42 / /home/anna/remote rw - fuse.sshfs anna@host: rw
43 27 8:33 / /media/card rw - fuseblk /dev/sdc1 rw
44 27 0:44 / /host rw - 9p host rw
48 27 8:49 / /media/sd rw - exfat /dev/sdd1 rw
45 27 0:45 / /shared rw - vboxsf shared rw
46 27 8:1 / /mnt/studio/local rw - ext4 /dev/sda1 rw
47 27 0:47 / /home/anna/clear rw - fuse.encfs encfs rw`);

const mac = macMounts(`/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
/dev/disk4s1 on /Volumes/EOS_DIGITAL (msdos, local, nodev, nosuid, noowners)
//anna@nas._smb._tcp.local/photos on /Volumes/photos (1) (smbfs, nodev, nosuid, mounted by anna)
nas:/export on /Volumes/export (nfs)
map auto_home on /System/Volumes/Data/home (autofs, automounted, nobrowse)`);

describe('a folder of Linux', () => {
  it.each([
    ['/home/anna/photos', 'disk'],
    ['/mnt/studio', 'network'],
    ['/mnt/studio/2024/wedding', 'network'],
    ['/mnt/studios', 'disk'],
    ['/mnt/studio/local/x', 'disk'],
    ['/mnt/my share/x', 'network'],
    ['/home/anna/remote/x', 'network'],
    ['/home/anna/clear/x', 'disk'],
    ['/media/card/DCIM', 'disk'],
    ['/media/sd/DCIM', 'card'],
    ['/host/x', 'network'],
    ['/shared/x', 'network'],
  ])('%s is on: %s', (path, expected) => expect(storageKindFromMounts(path, linux)).toBe(expected));
});

describe('a folder of macOS', () => {
  it.each([
    ['/Users/anna/Pictures', 'disk'],
    ['/Volumes/EOS_DIGITAL/DCIM', 'card'],
    ['/Volumes/photos (1)/2024', 'network'],
    ['/Volumes/export', 'network'],
  ])('%s is on: %s', (path, expected) => expect(storageKindFromMounts(path, mac)).toBe(expected));
});

describe('a folder of Windows', () => {
  it.each([
    ['\\\\nas\\photos\\2024', true],
    ['\\\\?\\UNC\\nas\\photos', true],
    ['\\\\?\\C:\\photos', false],
    ['\\\\.\\C:', false],
    ['C:\\photos', false],
  ])('%s is on another computer: %s', (path, expected) => expect(isShare(path)).toBe(expected));
});

it('queries this system, and treats unknown storage as local', async () => {
  expect(await storageKindOf(scratchFolder())).toBe('disk');
  expect(await storageKindOf('/not/there')).toBe('disk');
});
