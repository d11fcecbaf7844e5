import { engineModule } from './engine.mjs';

/** The engine and a connection of it to a server on loopback. */
export async function connect(url) {
  const engine = await import(engineModule);
  const connection = {
    transport: engine.nodeTransport({ environment: {}, userAgent: 'bench' }),
    hubUrl: url,
    inferenceUrl: url,
    token: 'hf_bench',
    deadlines: engine.defaultDeadlines,
  };
  return { engine, connection };
}
