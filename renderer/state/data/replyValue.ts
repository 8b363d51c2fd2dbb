import type { Reply } from '../../../preload/channels.ts';

export const replyValue = <T>(reply: Reply<T>): T | null => (reply.ok ? reply.value : null);
