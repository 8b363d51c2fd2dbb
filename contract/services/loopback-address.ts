/** Whether an address, as it is written, names this computer. */

/** Returns false for a text that is no address, and for a name that only a look-up could resolve to this computer. */
export function isLoopbackAddress(address: string): boolean {
  const host = URL.parse(address)?.hostname.replace(/\.$/, '') ?? '';
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    host === '[::ffff:7f00:1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(host)
  );
}
