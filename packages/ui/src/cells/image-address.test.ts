import { describe, expect, it } from 'vitest';
import { imageAddress } from './image-address.ts';

const imageHosts = ['images.example.com', '127.0.0.1:9000'];

describe('the address of a picture', () => {
  it.each([
    ['https://images.example.com/a.png', true],
    ['HTTPS://IMAGES.example.com/a.png', true],
    ['http://127.0.0.1:9000/a.png', true],
    ['data:image/png;base64,AA', true],
    ['https://images.example.com:8443/a.png', false],
    ['https://images.example.com.evil.test/a.png', false],
    ['https://a.images.example.com/a.png', false],
    ['https://user@images.example.com/a.png', false],
    ['https://evil.test/images.example.com', false],
    ['//images.example.com/a.png', false],
    ['/api/auth/logout/', false],
    ['javascript:images.example.com', false],
    ['data:text/html,x', false],
  ])('%s is loaded: %s', (text, isLoaded) => {
    expect(imageAddress(text, { imageHosts, protocol: 'http:' }) !== undefined).toBe(isLoaded);
  });

  it('has HTTPS where the page has it', () => {
    const https = { imageHosts, protocol: 'https:' };
    expect(imageAddress('http://images.example.com/a.png', https)).toBeUndefined();
    expect(imageAddress('https://images.example.com/a.png', https)).toBe('https://images.example.com/a.png');
  });
});
