import { fileFromBlob, getAttachmentKinds, getChatSupport, taskNamed, type ChatImage } from '@tryout/engine';
import { expect, test } from 'vitest';
import { connectionAt, requestFor } from '../../support/ask.ts';
import { fakeHub, hubModel } from '../../support/fake-hub.ts';

const chat = taskNamed('text-generation');

async function hubWith(task: string) {
  const model = hubModel('o/m', { task, serves: 'conversational', providers: ['groq'] });
  return connectionAt((await fakeHub({ model: { ...model, tags: ['conversational'] } })).url);
}

test.each([
  ['image-text-to-text', ['image']],
  ['any-to-any', ['image', 'video', 'audio']],
  ['audio-text-to-text', ['audio']],
  ['video-text-to-text', ['image', 'video']],
  ['text-generation', []],
])('models tagged %s chat, and their messages may have these files: %j', async (task, kinds) => {
  const connection = await hubWith(task);
  expect(taskNamed(task)).toBe(chat);
  expect(getAttachmentKinds(await getChatSupport(connection, chat, { model: 'o/m' }))).toEqual(kinds);
});

test('each file of a message becomes the part of its kind', async () => {
  const connection = await hubWith('any-to-any');
  const file = (name: string, type: string) => fileFromBlob(new Blob(['x'], { type }), name);
  const images: ChatImage[] = [
    file('a.png', 'image/png'),
    file('b.wav', 'audio/wav'),
    file('c.mp3', 'audio/mpeg'),
    file('d.mp4', 'video/mp4'),
    { url: 'https://example.org/e.webm?x=.png' },
    { url: 'https://example.org/f.jpg?x=.mp4' },
  ];
  const options = { chat: { system: '', exchanges: [], images } };
  const destination = { model: 'o/m' };
  const { wire } = await requestFor(connection, chat.id, destination, { text: 'What is it?' }, options);
  const body = wire.body as { json?: { messages?: { content: object[] }[] } };
  const place = (name: string) =>
    expect.objectContaining({ file: expect.objectContaining({ name }) as unknown }) as unknown;
  expect(body.json?.messages?.[0]?.content).toEqual([
    { type: 'text', text: 'What is it?' },
    { type: 'image_url', image_url: { url: place('a.png') } },
    { type: 'input_audio', input_audio: { data: place('b.wav'), format: 'wav' } },
    { type: 'input_audio', input_audio: { data: place('c.mp3'), format: 'mp3' } },
    { type: 'video_url', video_url: { url: place('d.mp4') } },
    { type: 'video_url', video_url: { url: 'https://example.org/e.webm?x=.png' } },
    { type: 'image_url', image_url: { url: 'https://example.org/f.jpg?x=.mp4' } },
  ]);
});
