/** Servers that request the password with each of PostgreSQL's methods, over real TCP connections. */
import type { ClientConfig } from 'pg';
import { expect, test } from 'vitest';
import { connectionOptions } from '../../../../main/studio/connection/database-address.ts';
import { openDatabase } from '../../../../main/studio/connection/open-database.ts';
import { matchingError } from '../../../helpers/run/message-matchers.ts';
import { waitUntil } from '../../../helpers/run/wait-until.ts';
import { authority } from '../../../helpers/service/test-authority.ts';
import { startRecordingServer } from '../../../helpers/studio/recording-server.ts';

const password = 'hush-Hush1';

const question = (kind: number, more = Buffer.alloc(0)) => {
  const head = Buffer.alloc(9);
  head.write('R');
  head.writeInt32BE(8 + more.length, 1);
  head.writeInt32BE(kind, 5);
  return Buffer.concat([head, more]);
};
const cleartext = question(3);
const md5 = question(5, Buffer.from('salt'));
const scram = question(10, Buffer.from('SCRAM-SHA-256\0\0'));

/** A server that asks these questions, and the options of a client for it. */
async function asking(questions: readonly Buffer[], isSecure = false) {
  const server = await startRecordingServer(questions, isSecure);
  const host = isSecure ? 'service.test' : '127.0.0.1';
  const address = { host, port: server.port, database: 'burnish', user: 'burnish' };
  const config = connectionOptions(address, { password, certificates: authority });
  return { ...server, config: { ...config, host: '127.0.0.1' } };
}

/** Returns the error of a query. */
async function failureOf(config: ClientConfig): Promise<unknown> {
  const database = openDatabase(config);
  const failure = await database.query('SELECT 1').catch((fault) => fault);
  await database.close();
  return failure;
}

const withheld = matchingError(/asks for the password in a form that others could read .* scram-sha-256/);

test.each([
  ['in cleartext', [cleartext]],
  ['as an MD5 hash', [md5]],
  ['in cleartext after SCRAM has begun', [scram, cleartext]],
  ['as an MD5 hash after SCRAM has begun', [scram, md5]],
])('the password is not sent %s without TLS, not even on loopback', async (_, questions) => {
  const { connections, heard, config } = await asking(questions);

  expect(await failureOf(config)).toEqual(withheld);
  await waitUntil(() => connections.every(({ isOver }) => isOver), 'A connection stays open.');

  expect(heard()).toContain('application_name\0burnish');
  expect(heard()).not.toContain(password);
  expect(heard()).not.toMatch(/md5[0-9a-f]{32}/);
});

test('the LISTEN connection does not send the password either', async () => {
  const { connections, heard, config } = await asking([cleartext]);
  const database = openDatabase(config);

  database.listen('anything', () => undefined);
  await waitUntil(() => connections.some(({ isOver }) => isOver), 'The connection stays open.');
  await database.close();

  expect(heard()).not.toContain(password);
});

test.each([
  ['in cleartext', cleartext, new RegExp(password)],
  ['as an MD5 hash', md5, /md5[0-9a-f]{32}/],
])('the password is sent %s if TLS has verified the server', async (_, asked, answer) => {
  const { heard, config } = await asking([asked], true);
  await failureOf(config);
  expect(heard()).toMatch(answer);
});

test('the password is not sent over TLS with an unverified certificate', async () => {
  const { heard, config } = await asking([cleartext], true);
  expect(await failureOf({ ...config, ssl: { rejectUnauthorized: false } })).toEqual(withheld);
  expect(heard()).not.toContain(password);
});

test('SCRAM sends its first message, which does not contain the password', async () => {
  const { heard, config } = await asking([scram]);
  await failureOf(config);
  expect(heard()).toContain('SCRAM-SHA-256');
  expect(heard()).not.toContain(password);
});
