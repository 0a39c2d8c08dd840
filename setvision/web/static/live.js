export class LiveView {}
