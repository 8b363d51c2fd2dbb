/** What is wrong with a disk or a folder that something is to be written to: with one file of many, and with all. */
export const pipelineDisks = {
  'pipeline.disk.notWritten': 'The result could not be written to the folder “{{folder}}”.',
  'pipeline.disk.full': 'The disk is full. Make room, then try again.',
  'pipeline.disk.quota': 'The disk quota is used up. Make room, then try again.',
  'pipeline.disk.readOnly': 'The disk is read-only. Unlock it, or choose another folder, then try again.',
  'pipeline.disk.notAllowed':
    'Burnish is not allowed to write there. Change the permissions, or choose another folder, then try again.',
  'pipeline.disk.fileInTheWay':
    'A file stands where the folder should be. Move it away, or choose another folder, then try again.',
  'pipeline.disk.leadsOut':
    'A link in this path leads out of the chosen folder. Remove the link, or choose the folder that it leads to, then try again.',
  'pipeline.disk.folderInTheWay':
    'A folder stands where the file should be. Move it away, or choose another folder, then try again.',
  'pipeline.disk.noFolder': 'The folder is no longer there. Put it back, or choose another one, then try again.',
  'pipeline.disk.longName':
    'The name is too long for this disk. Choose another folder or a shorter naming template, then try again.',
  'pipeline.disk.noAnswer': 'The disk does not answer. Check it, then try again.',
  'pipeline.disk.noNetwork': 'The network folder does not answer. Check the network, then try again.',
  'pipeline.disk.disconnected': 'The network folder is disconnected. Connect it again, then try again.',
  'pipeline.disk.gone': 'The disk is gone. Connect it, then try again.',
  'pipeline.disk.busy': 'The disk is busy. Wait a moment, then try again.',
  'pipeline.disk.manyFiles': 'Too many files are open. Wait a moment, then try again.',

  'pipeline.folder.full': 'Results cannot be written to “{{folder}}”: the disk is full. Make room.',
  'pipeline.folder.quota': 'Results cannot be written to “{{folder}}”: the disk quota is used up. Make room.',
  'pipeline.folder.readOnly':
    'Results cannot be written to “{{folder}}”: the disk is read-only. Unlock it, or choose another folder.',
  'pipeline.folder.notAllowed':
    'Results cannot be written to “{{folder}}”: Burnish is not allowed to write there. Change the permissions, or choose another folder.',
  'pipeline.folder.fileInTheWay':
    'Results cannot be written to “{{folder}}”: a file stands where the folder should be. Move it away, or choose another folder.',
  'pipeline.folder.leadsOut':
    'Nothing can be written to “{{folder}}”: a link in this path leads out of the chosen folder. Remove the link, or choose the folder that it leads to.',
  'pipeline.folder.folderInTheWay':
    'Results cannot be written to “{{folder}}”: a folder stands where the file should be. Move it away, or choose another folder.',
  'pipeline.folder.noFolder':
    'Results cannot be written to “{{folder}}”: the folder is no longer there. Put it back, or choose another one.',
  'pipeline.folder.longName':
    'Results cannot be written to “{{folder}}”: the name is too long for this disk. Choose another folder or a shorter naming template.',
  'pipeline.folder.noAnswer': 'Results cannot be written to “{{folder}}”: the disk does not answer. Check it.',
  'pipeline.folder.noNetwork':
    'Results cannot be written to “{{folder}}”: the network folder does not answer. Check the network.',
  'pipeline.folder.disconnected':
    'Results cannot be written to “{{folder}}”: the network folder is disconnected. Connect it again.',
  'pipeline.folder.gone': 'Results cannot be written to “{{folder}}”: the disk is gone. Connect it.',
  'pipeline.folder.busy': 'Results cannot be written to “{{folder}}”: the disk is busy. Wait a moment.',
  'pipeline.folder.manyFiles': 'Results cannot be written to “{{folder}}”: too many files are open. Wait a moment.',

  'pipeline.dataFolder.full': 'The disk with Burnish’s data folder is full. Make room; Burnish then carries on.',
  'pipeline.dataFolder.nearlyFull':
    'The disk with Burnish’s data folder is nearly full, so nothing more is sent. Make room.',
  'pipeline.workFolder.full': 'The disk with Burnish’s work folder is full. Make room, then try again.',
} as const;
