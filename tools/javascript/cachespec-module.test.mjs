/** Tests of the helper. `Conformance/JavaScript/check` runs them. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import test from "node:test";
import { Failure, Fraction, readJSON, writeJSON } from "./cachespec-module.mjs";

test("What is read is written again", () => {
  const texts = [
    "null", "true", "[]", "{}", "-1", "1.5", "1.0", "-0.5", "1e+300", "9007199254740991", "9007199254740993",
    "-9223372036854775808", '"\\u0001 \\" \\\\ \u2028 é"', '{"__proto__":[1,1.0,{"a":null}]}',
  ];
  for (const text of texts) assert.equal(writeJSON(readJSON(text)), text);
});

test("Only what a number does not hold is something else", () => {
  assert.deepEqual(readJSON(" [ 1, 1.5, 1.0, 9007199254740993 ] "), [1, 1.5, new Fraction(1), 9007199254740993n]);
});

test("Bytes are written in Base64, an error with its failure, and nothing for undefined", () => {
  assert.equal(writeJSON({ body: Buffer.from("ab"), policy: undefined }), '{"body":"YWI="}');
  assert.deepEqual(JSON.parse(writeJSON(new Failure("timeOut"))).data, { failure: "timeOut" });
});

test("What is no JSON is refused", () => {
  for (const text of ["", "1 2", "{", "[1,]", '"a', '"\\', "tru", "01", "+1", ".5", "1.", "-", "{a:1}"]) {
    assert.throws(() => readJSON(text), SyntaxError, text);
  }
});

test("A cancelled call is answered at once, whatever the module does", async () => {
  const program = start("async view() { await new Promise(() => {}); }");
  program.say({ id: 3, method: "view", params: { object: 1, card: "a" } });
  program.say({ method: "cancel", params: { id: 3 } });
  assert.deepEqual((await program.answer(3)).error.data, { failure: "cancelled" });
  program.end();
});

test("An object is idle once what it asked is answered", async () => {
  const program = start("view({ card }) { this.world.ask('compute', { card }); }");
  program.say({ id: 3, method: "view", params: { object: 1, card: "a" } });
  const asked = await program.message(({ method }) => method === "compute");
  program.say({ id: 4, method: "waitUntilIdle", params: { object: 1 } });
  program.say({ id: 5, method: "sync" });
  await program.answer(5);
  assert.equal(program.messages.find(({ id, method }) => id === 4 && !method), undefined);
  program.say({ id: asked.id, result: "a, version 1" });
  assert.equal((await program.answer(4)).result, null);
  program.end();
});

test("The last line of a program that ends is the text of its error", async () => {
  const program = start("view() { setTimeout(() => { throw new RangeError('too\\n much'); }); }");
  program.say({ id: 3, method: "view", params: { object: 1, card: "a" } });
  assert.equal(await program.lastWords(), "RangeError: too much");
});

/** Starts a dashboard with this method, and makes one. */
function start(method) {
  const script = `
    import { serve } from ${JSON.stringify(new URL("cachespec-module.mjs", import.meta.url))};
    class Root {
      constructor(world) { this.world = world; }
      open() { return new Dashboard(this.world); }
    }
    class Dashboard {
      constructor(world) { this.world = world; }
      ${method}
    }
    serve("test", { dashboard: [Root, Dashboard] });`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script]);
  const messages = [];
  const output = createInterface({ input: child.stdout });
  output.on("line", (line) => messages.push(JSON.parse(line)));

  const program = {
    messages,
    say: (message) => child.stdin.write(`${writeJSON({ jsonrpc: "2.0", ...message })}\n`),
    end: () => child.stdin.end(),
    async message(isWanted) {
      while (!messages.some(isWanted)) await once(output, "line");
      return messages.find(isWanted);
    },
    answer: (id) => program.message((message) => message.id === id && !message.method),
    async lastWords() {
      const lines = [];
      createInterface({ input: child.stderr }).on("line", (line) => lines.push(line));
      await once(child, "close");
      return lines.at(-1);
    },
  };
  program.say({ method: "state", params: { now: 0, elapsed: 0 } });
  program.say({ id: 1, method: "begin", params: { chapter: "dashboard" } });
  program.say({ id: 2, method: "open", params: { account: "usual" } });
  return program;
}
