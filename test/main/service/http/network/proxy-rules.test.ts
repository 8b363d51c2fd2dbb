import { describe, expect, it } from 'vitest';
import {
  isExempt,
  parseProxy,
  proxyOfEnvironment,
  proxyOfSystem,
} from '../../../../../main/service/http/network/proxy-rules.ts';

const proxy = (name: string, url = `http://${name}/`) => ({ kind: 'proxy', url, name });

describe('the address of a proxy', () => {
  it.each([
    ['proxy.example:3128', proxy('proxy.example:3128')],
    ['http://proxy.example:3128/', proxy('proxy.example:3128')],
    ['https://proxy.example', proxy('proxy.example', 'https://proxy.example/')],
    ['http://me:p%40ss@proxy.example:3128', proxy('proxy.example:3128', 'http://me:p%40ss@proxy.example:3128/')],
    ['[2001:db8::1]:3128', proxy('[2001:db8::1]:3128')],
    ['socks5://me:secret@proxy.example:1080', { kind: 'unsupported', name: 'socks5://proxy.example:1080' }],
    ['socks5h://proxy.example:1080', { kind: 'unsupported', name: 'socks5h://proxy.example:1080' }],
    ['ftp://proxy.example', null],
    ['http://proxy.example/path', null],
    ['pro xy', null],
    ['', null],
  ])('%s', (text, read) => {
    expect(parseProxy(text)).toEqual(read);
  });
});

describe('the environment', () => {
  const https = new URL('https://service.example/api');
  const http = new URL('http://service.example/api');
  it.each([
    ['nothing', {}, https, null],
    ['HTTPS_PROXY', { HTTPS_PROXY: 'http://a:1' }, https, proxy('a:1')],
    ['HTTPS_PROXY, for http', { HTTPS_PROXY: 'http://a:1' }, http, null],
    ['HTTP_PROXY, for http', { HTTP_PROXY: 'a:1' }, http, proxy('a:1')],
    ['lower case first', { https_proxy: 'b:2', HTTPS_PROXY: 'a:1' }, https, proxy('b:2')],
    ['ALL_PROXY', { ALL_PROXY: 'c:3' }, https, proxy('c:3')],
    ['its own before ALL_PROXY', { ALL_PROXY: 'c:3', https_proxy: 'b:2' }, https, proxy('b:2')],
    ['an empty one', { https_proxy: '', HTTPS_PROXY: 'a:1' }, https, proxy('a:1')],
    ['a host left out', { https_proxy: 'b:2', no_proxy: 'x.test, example' }, https, { kind: 'direct' }],
    ['this computer', { ALL_PROXY: 'c:3' }, new URL('http://127.0.0.1:9/'), { kind: 'direct' }],
    ['this computer by name', { ALL_PROXY: 'c:3' }, new URL('http://localhost:9/'), { kind: 'direct' }],
    ['SOCKS', { ALL_PROXY: 'socks5://s:1' }, https, { kind: 'unsupported', name: 'socks5://s:1' }],
  ])('%s', (_, env, url, choice) => {
    expect(proxyOfEnvironment(env, url)).toEqual(choice);
  });
});

describe('NO_PROXY', () => {
  it.each([
    ['*', 'https://a.example', true],
    ['a.example', 'https://a.example', true],
    ['A.Example.', 'https://a.example', true],
    ['example', 'https://a.example', true],
    ['.example', 'https://a.example', true],
    ['*.example', 'https://a.example', true],
    ['ample', 'https://a.example', false],
    ['b.test,a.example', 'https://a.example', true],
    ['b.test a.example', 'https://a.example', true],
    ['a.example:443', 'https://a.example', true],
    ['a.example:8443', 'https://a.example', false],
    ['a.example:8443', 'https://a.example:8443', true],
    ['10.0.0.0/8', 'http://10.1.2.3', true],
    ['10.0.0.0/8', 'http://11.1.2.3', false],
    ['10.0.0.0/8', 'http://a.example', false],
    ['10.0.0.0/99', 'http://10.1.2.3', false],
    ['10.1.2.3', 'http://10.1.2.3:8080', true],
    ['1.2.3', 'http://10.1.2.3', false],
    ['2001:db8::/32', 'http://[2001:db8::7]', true],
    ['[2001:db8::7]:80', 'http://[2001:db8::7]', true],
    ['2001:db8::7', 'http://[2001:db8::7]', true],
    ['', 'http://a.example', false],
  ])('%s and %s: %s', (rule, url, exempt) => {
    expect(isExempt(new URL(url), rule)).toBe(exempt);
  });
});

describe("the system's response", () => {
  it.each([
    ['DIRECT', { kind: 'direct' }],
    ['PROXY a:1; DIRECT', proxy('a:1')],
    ['DIRECT; PROXY a:1', { kind: 'direct' }],
    ['HTTPS b:2', proxy('b:2', 'https://b:2/')],
    ['SOCKS5 s:3; PROXY a:1', proxy('a:1')],
    ['SOCKS5 s:3', { kind: 'unsupported', name: 'socks://s:3' }],
    ['SOCKS s:3; DIRECT', { kind: 'direct' }],
    ['', { kind: 'direct' }],
    ['QUIC q:4', { kind: 'direct' }],
  ])('%s', (answer, choice) => {
    expect(proxyOfSystem(answer)).toEqual(choice);
  });
});
