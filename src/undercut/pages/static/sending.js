// Commands on their way to the server, which may be restarted meanwhile.

const PAUSE = 1000; // milliseconds
const TRIES = 120;

/** Whether the server is stopping or away, as it or a proxy says: the command may or may not have been carried out. */
const isAway = ({ status, headers }) => [502, 504].includes(status) || (status === 503 && headers.has("Retry-After"));

/** Send a command; if it may be repeated, send it until it is answered: a move counts once, by its version. */
export async function deliver(address, body, mayRepeat) {
  for (let left = mayRepeat ? TRIES : 0; ; left -= 1) {
    try {
      const answer = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
      if (!left || !isAway(answer)) return answer;
    } catch (error) {
      if (!left) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}
