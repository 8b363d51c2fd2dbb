/** Trusted certificates: Node's, the system's, and those in files that the user named. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** Node's own list, before any additions. */
const nodeCertificates = getCACertificates('default');
let trustedFiles: string | null = null;

/**
 * Trusts Node's and the system's authorities and those in `files` (PEM), in this whole process. Unreadable files are
 * skipped: connections that need them fail as untrusted.
 * @returns whether the list changed
 */
export function trustCertificates(files: readonly string[]): boolean {
  const requested = JSON.stringify(files);
  if (trustedFiles === requested) return false;
  trustedFiles = requested;
  const all = new Set([...nodeCertificates, ...getCACertificates('system'), ...files.flatMap(readCertificates)]);
  setDefaultCACertificates([...all]);
  return true;
}

/** Returns the certificates of a PEM file, none if it is unreadable or one of them is damaged. */
export function readCertificates(file: string): readonly string[] {
  try {
    return parseCertificates(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}

/** @throws if one of them is damaged */
function parseCertificates(pem: string): readonly string[] {
  const found = pem.match(/-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]+-----END (?:TRUSTED )?CERTIFICATE-----/g) ?? [];
  return found.map((text) => new X509Certificate(text).toString());
}
