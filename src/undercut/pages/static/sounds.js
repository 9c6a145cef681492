// Sounds, synthesised when they are played; off unless the reader switches them on.

import { root } from "./dom.js";

// Notes as pitch in hertz and length in seconds.
const TUNES = {
  yours: [[440, 0.07], [660, 0.09]],
  won: [[392, 0.12], [494, 0.12], [587, 0.12], [784, 0.28]],
  lost: [[392, 0.16], [330, 0.16], [262, 0.3]],
  over: [[392, 0.12], [523, 0.2]],
};
const VOLUME = 0.12;
const CARD_SECONDS = 0.06;
let audio = null;

/** Play a sound: "card" for a move, or one of the tunes. */
export function sound(name) {
  if (root.dataset.sound !== "on" || !window.AudioContext) return;
  audio ??= new AudioContext();
  if (name === "card") playCard();
  else playTune(TUNES[name]);
}

function playTune(notes) {
  let at = audio.currentTime;
  for (const [pitch, length] of notes) {
    const tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
    tone.connect(fading(at, length + 0.12));
    tone.start(at);
    tone.stop(at + length + 0.14);
    at += length;
  }
}

/** A card put on felt: a short burst of noise without its high tones. */
function playCard() {
  const samples = Math.floor(audio.sampleRate * CARD_SECONDS);
  const noise = new AudioBuffer({ length: samples, sampleRate: audio.sampleRate });
  noise.getChannelData(0).forEach((_, at, data) => (data[at] = Math.random() * 2 - 1));
  const source = new AudioBufferSourceNode(audio, { buffer: noise });
  const dull = new BiquadFilterNode(audio, { type: "lowpass", frequency: 1400 });
  source.connect(dull).connect(fading(audio.currentTime, CARD_SECONDS));
  source.start();
}

function fading(at, seconds) {
  const volume = new GainNode(audio, { gain: VOLUME });
  volume.gain.setValueAtTime(VOLUME, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  volume.connect(audio.destination);
  return volume;
}
