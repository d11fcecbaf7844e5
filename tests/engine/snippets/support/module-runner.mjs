// Imports a module for each message, in its folder and with its environment, and replies with its output and error.
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';

/** Keeps what is written to a stream until the returned function is called, which returns the pieces. */
function collect(stream) {
  const { write } = stream;
  const pieces = [];
  stream.write = (piece) => {
    pieces.push(String(piece));
    return true;
  };
  return () => {
    stream.write = write;
    return pieces;
  };
}

async function outcomeOf({ file, folder, environment, number }) {
  process.chdir(folder);
  process.env = environment;
  globalThis.module = String(number);
  const [stdout, stderr] = [process.stdout, process.stderr].map(collect);
  const error = await import(pathToFileURL(file).href).then(
    () => undefined,
    (thrown) => inspect(thrown),
  );
  return { stdout: stdout(), stderr: stderr().join(''), error };
}

process.on('message', async (message) => process.send(await outcomeOf(message)));
