import { describe, expect, it } from 'vitest';
import { type Destination, destinationOf } from '../../../../renderer/components/status/destination.ts';

describe('the destination of photographs', () => {
  it.each<[string, Destination | null]>([
    ['https://studio.example/api', { kind: 'away', host: 'studio.example', isEncrypted: true }],
    ['http://studio.example:8080', { kind: 'away', host: 'studio.example:8080', isEncrypted: false }],
    ['https://anna:secret@studio.example', { kind: 'away', host: 'studio.example', isEncrypted: true }],
    ['http://192.168.1.20', { kind: 'away', host: '192.168.1.20', isEncrypted: false }],
    ['http://127.0.0.1:4000', { kind: 'local', host: '127.0.0.1:4000' }],
    ['http://localhost', { kind: 'local', host: 'localhost' }],
    ['http://[::1]:4000', { kind: 'local', host: '[::1]:4000' }],
    ['https://localhost.example', { kind: 'away', host: 'localhost.example', isEncrypted: true }],
    ['', null],
    ['https://', null],
  ])('%j', (baseUrl, expected) => expect(destinationOf({ kind: 'remote', baseUrl })).toEqual(expected));

  it('is this computer for the built-in engine', () => {
    expect(destinationOf({ kind: 'built-in', baseUrl: '' })).toEqual({ kind: 'here' });
  });
});
