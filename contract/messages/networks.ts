/** What is said of the networks of the catalogue. */
export const networks = {
  'networks.brokenOff':
    'The connection to {{host}} broke off again and again; what has come is kept. Try again later, then resume.',
  'networks.changed':
    'The file of {{network}} was cut off or changed since it was downloaded, and is not used. Download it again.',
  'networks.damaged': 'What came is not {{network}} as it was published, and was deleted. Try again later.',
  'networks.elsewhere':
    '{{network}} is being downloaded or removed by another window or command of Burnish; wait until it is done there.',
  'networks.full': 'The disk became full; make room, then resume.',
  'networks.inUse': '{{network}} is at work just now; remove it when the photograph is done.',
  'networks.noRoom':
    '{{network}} needs {{needed}} more on the disk, where {{free}} are free; make room, then try again.',
  'networks.notWritten': 'The data folder could not be written to ({{code}}).',
  'networks.refused': '{{host}} does not give it out just now (HTTP {{status}}); try again later.',
  'networks.unreachable': '{{host}} cannot be reached; check the internet connection, then resume.',
  'networks.unsafe': 'The address leads to a connection that is not secure, so nothing was fetched from there.',

  'networks.licence.code':
    'Its authors license “code and evaluation metric” under {{licence}}. They have not answered for the weights.',
  'networks.licence.weights': 'Code and weights are under {{licence}}, by the word of their author.',
  'networks.optional': '{{network}} stays optional, because BiRefNet needs 4 to 9 GB of memory.',
  'networks.used': 'The subject was found with the network {{network}}.',
  'networks.usedOwn': 'The subject was found with the network that comes with Burnish.',
  'networks.tooLittleMemory':
    '{{network}} was passed over: it needs {{needed}} of free memory, and there were {{free}}.',
  'networks.broken':
    '{{network}} was passed over, since it could not be loaded. Remove it under Services in the window, and download it again.',
} as const;
