// The camera of this device: its newest picture, as often as somebody asks for one.

const LARGEST = 1280;
const QUALITY = 0.8;
const RETRY = 1500;

export class Camera {
  /** `trouble` is told what is the matter, by the name of a text, or "" when all is well. */
  constructor({ trouble }) {
    this.trouble = trouble;
    this.video = document.createElement("video");
    this.video.muted = true;
    this.video.playsInline = true;
    this.isClosed = false;
    this.hasWorked = false;
    this.onDevices = () => this.open();
  }

  /** Whether this page may use a camera at all. */
  static get isPossible() {
    return Boolean(window.isSecureContext && navigator.mediaDevices?.getUserMedia);
  }

  /** Begin, and take the camera up again whenever it comes back. */
  start() {
    navigator.mediaDevices.addEventListener("devicechange", this.onDevices);
    return this.open();
  }

  get isLive() {
    return this.track?.readyState === "live" && this.video.readyState >= 2;
  }

  async open() {
    if (this.isOpening || this.isClosed || this.track?.readyState === "live") return;
    this.isOpening = true;
    clearTimeout(this.timer);
    try {
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: {
          facingMode: { ideal: "environment" },
          width: { ideal: 1280 },
          height: { ideal: 720 },
        },
      });
      if (this.isClosed) {
        for (const track of stream.getTracks()) track.stop();
        return;
      }
      [this.track] = stream.getVideoTracks();
      this.track.addEventListener("ended", () => this.lost());
      this.video.srcObject = stream;
      await this.video.play();
      this.hasWorked = true;
      this.trouble("");
    } catch (error) {
      this.failed(error);
    } finally {
      this.isOpening = false;
    }
  }

  lost() {
    if (this.isClosed) return;
    this.track = null;
    this.trouble("camera_lost");
    this.timer = setTimeout(() => this.open(), RETRY);
  }

  failed(error) {
    if (this.isClosed) return;
    const reasons = { NotAllowedError: "camera_refused", NotFoundError: "no_camera" };
    this.trouble(this.hasWorked ? "camera_lost" : (reasons[error.name] ?? "camera_busy"));
    if (error.name !== "NotAllowedError") this.timer = setTimeout(() => this.open(), RETRY);
  }

  /** Draw the newest picture into a canvas, reduced, and return it as JPEG; null without one. */
  async take(canvas) {
    const { videoWidth: width, videoHeight: height } = this.video;
    if (!this.isLive || !width) return null;
    const scale = Math.min(1, LARGEST / Math.max(width, height));
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext("2d").drawImage(this.video, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    navigator.mediaDevices.removeEventListener("devicechange", this.onDevices);
    this.track?.stop();
    this.video.srcObject = null;
  }
}
