/** Whose certificates are trusted: those that come with Node, the system's, and files the user named. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** What Node trusts by itself, before anything was added. */
const original = getCACertificates('default');
let inForce: string | null = null;

/**
 * Trusts, from now on and in this whole process, Node's and the system's authorities and those in `files` (PEM). One that
 * cannot be read is left out: the connection that needs it will say that it is not trusted.
 * @returns true when that is more or less than before
 */
export function trustCertificates(files: readonly string[]): boolean {
  const wanted = JSON.stringify(files);
  if (inForce === wanted) return false;
  inForce = wanted;
  const all = new Set([...original, ...getCACertificates('system'), ...files.flatMap(readCertificates)]);
  setDefaultCACertificates([...all]);
  return true;
}

/** The certificates in a PEM file; none where it cannot be read, or one of them is damaged. */
export function readCertificates(file: string): readonly string[] {
  try {
    return certificatesIn(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}

/** The certificates in a PEM file's text. @throws when one of them is damaged */
function certificatesIn(pem: string): readonly string[] {
  const found = pem.match(/-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]+-----END (?:TRUSTED )?CERTIFICATE-----/g) ?? [];
  return found.map((text) => new X509Certificate(text).toString());
}
